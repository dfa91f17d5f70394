import { lazy, Suspense, type ComponentType, type LazyExoticComponent } from 'react';
import type { ModalName, ModalProps } from './modals.ts';

/** Every modal by its name; its code is loaded when it opens. */
const MODALS: Readonly<Record<ModalName, LazyExoticComponent<ComponentType<ModalProps>>>> = {
  files: lazy(async () => ({ default: (await import('../files/FilesModal.tsx')).FilesModal })),
  'cancel-session': lazy(async () => ({
    default: (await import('../booking/CancelSessionModal.tsx')).CancelSessionModal,
  })),
  'rate-session': lazy(async () => ({
    default: (await import('../sessions/RateSessionModal.tsx')).RateSessionModal,
  })),
};

/** Shows the modal that the address names. */
export default function ModalHost({ name, ...props }: ModalProps & { readonly name: ModalName }) {
  const Modal = MODALS[name];
  return (
    <Suspense>
      <Modal {...props} />
    </Suspense>
  );
}
