import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';

/** Which modals there are is not known before one is asked for: no screen waits for their list. */
const ModalHost = lazy(() => import('./ModalHost.tsx'));

/** The modal that the present address names, for people who are signed in; closing it takes its name out of the address and leaves the rest. */
export function ModalOutlet() {
  const { modal, session } = useSearch({ strict: false });
  const navigate = useNavigate();
  const close = () => void navigate({ to: '.', search: withoutModal, hash: true, resetScroll: false });
  const settled = useSettled();
  const signedIn = useRouterState({
    select: ({ matches }) => matches.some(({ routeId }) => routeId === '/signed-in'),
  });
  if (modal === undefined || !settled || !signedIn) return null;
  return (
    <Suspense>
      <ModalHost name={modal} session={session} onClose={close} />
    </Suspense>
  );
}

/** False until the first screen is there: what lies below opens first, or Escape would close it before the modal. */
function useSettled(): boolean {
  const idle = useRouterState({ select: ({ status }) => status === 'idle' });
  const [settled, setSettled] = useState(idle);
  if (idle && !settled) setSettled(true);
  return settled;
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
