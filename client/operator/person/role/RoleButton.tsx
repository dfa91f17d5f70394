import { useState } from 'react';
import type { Person } from '#shared/operator/contract-person.ts';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { LazyComponent } from '../../../ui/layout/LazyComponent.tsx';

const load = async () => (await import('./RoleDialog.tsx')).RoleDialog;

/** Opens the change of a person's role; nobody changes their own. */
export function RoleButton({ person }: { readonly person: Person }) {
  const isOwn = useMe().id === person.id;
  const [isOpen, setOpen] = useState(false);
  if (isOwn) return null;
  return (
    <>
      <Button kind="plain" onClick={() => setOpen(true)}>
        Change role
      </Button>
      {isOpen && <LazyComponent load={load} enabled props={{ person, onClose: () => setOpen(false) }} />}
    </>
  );
}
