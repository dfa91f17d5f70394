import { useNavigate, useSearch } from '@tanstack/react-router';
import { ModalHost } from './ModalHost.tsx';
import { MODALS } from './modals.ts';

/** The modal that the present address names; closing it takes its name out of the address and leaves the rest. */
export function ModalOutlet() {
  const { modal, session } = useSearch({ strict: false });
  const navigate = useNavigate();
  const close = () => void navigate({ to: '.', search: withoutModal, hash: true, resetScroll: false });
  return <ModalHost registry={MODALS} name={modal} session={session} onClose={close} />;
}

function withoutModal<Search extends { modal?: unknown; session?: unknown }>(
  search: Search,
): Omit<Search, 'modal' | 'session'> {
  const rest = { ...search };
  delete rest.modal;
  delete rest.session;
  return rest;
}
