import { useNavigate, useSearch } from '@tanstack/react-router';
import { ModalHost } from './ModalHost.tsx';
import { MODALS } from './modals.ts';

/** The modal that the present address names; closing it takes its name out of the address and leaves the rest. */
export function ModalOutlet() {
  const { modal } = useSearch({ strict: false });
  const navigate = useNavigate();
  const close = () => void navigate({ to: '.', search: withoutModal, hash: true, resetScroll: false });
  return <ModalHost registry={MODALS} name={modal} onClose={close} />;
}

function withoutModal<Search extends { modal?: unknown }>(search: Search): Omit<Search, 'modal'> {
  const rest = { ...search };
  delete rest.modal;
  return rest;
}
