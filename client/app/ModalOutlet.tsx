import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

/** Which modals there are is not known before one is asked for: no screen waits for their list. */
const ModalHost = lazy(() => import('./ModalHost.tsx'));

/** The modal that the present address names; closing it takes its name out of the address and leaves the rest. */
export function ModalOutlet() {
  const { modal, session } = useSearch({ strict: false });
  const navigate = useNavigate();
  const close = () => void navigate({ to: '.', search: withoutModal, hash: true, resetScroll: false });
  if (modal === undefined) return null;
  return (
    <Suspense>
      <ModalHost name={modal} session={session} onClose={close} />
    </Suspense>
  );
}

function withoutModal<Search extends { modal?: unknown; session?: unknown; folder?: unknown }>(
  search: Search,
): Omit<Search, 'modal' | 'session' | 'folder'> {
  const rest = { ...search };
  delete rest.modal;
  delete rest.session;
  delete rest.folder;
  return rest;
}
