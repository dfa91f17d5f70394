import { Suspense } from 'react';
import type { LazyModal } from './modals.ts';

interface ModalHostProps {
  readonly registry: Readonly<Record<string, LazyModal>>;
  /** The name in the address, known or not. */
  readonly name: string | undefined;
  readonly onClose: () => void;
}

/** Shows the modal that the address names. */
export function ModalHost({ registry, name, onClose }: ModalHostProps) {
  const Modal = name !== undefined && Object.hasOwn(registry, name) ? registry[name] : undefined;
  if (Modal === undefined) return null;
  return (
    <Suspense>
      <Modal onClose={onClose} />
    </Suspense>
  );
}
