import { Suspense } from 'react';
import type { LazyModal } from './modals.ts';

interface ModalHostProps {
  readonly registry: Readonly<Record<string, LazyModal>>;
  /** The name in the address, known or not. */
  readonly name: string | undefined;
  readonly session: number | undefined;
  readonly onClose: () => void;
}

/** Shows the modal that the address names. */
export function ModalHost({ registry, name, session, onClose }: ModalHostProps) {
  const Modal = name !== undefined && Object.hasOwn(registry, name) ? registry[name] : undefined;
  if (Modal === undefined) return null;
  return (
    <Suspense>
      <Modal session={session} onClose={onClose} />
    </Suspense>
  );
}
