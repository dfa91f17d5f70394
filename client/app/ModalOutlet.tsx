import {
  CatchBoundary,
  useNavigate,
  useRouterState,
  useSearch,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { answeredZone, browserZone } from '../accounts/components/zone-memory.ts';
import { toast } from '../ui/toast.ts';
import type { ModalName, ModalParams } from './modal-search.ts';
import { modalOf } from './modals.ts';
import { wordsOf } from './problem-words.ts';
import { useMe } from './session.ts';
import { whichModal } from './which-modal.ts';

/**
 * The one modal that is open: the one that the address names, or one that opens by itself. Closing it takes its
 * name and what belongs to it out of the address and leaves the rest.
 */
export function ModalOutlet() {
  const me = useMe();
  const { modal: asked, session } = useSearch({ strict: false });
  const navigate = useNavigate();
  const settled = useSettled();
  const [present, setPresent] = useState<ModalName | null>(null);
  const wanted = {
    me,
    asked,
    present,
    browserZone: browserZone(),
    answeredZone: answeredZone(),
  };
  const name = settled ? whichModal(wanted) : null;
  if (name !== present) setPresent(name);
  const Modal = name === null ? undefined : modalOf(name)?.code;
  if (name === null || Modal === undefined) return null;

  const close = () => {
    setPresent(null);
    if (asked !== name) return;
    const params = modalOf(name)?.params ?? [];
    void navigate({ to: '.', search: without(params), hash: true, resetScroll: false });
  };
  return (
    <CatchBoundary getResetKey={() => name} errorComponent={NotOpened}>
      <Suspense>
        <Modal key={name} session={session} onClose={close} />
      </Suspense>
    </CatchBoundary>
  );
}

/** A modal whose code did not come, or that broke: the screen below stays usable. */
function NotOpened({ error }: ErrorComponentProps) {
  useEffect(() => toast(wordsOf(error), 'danger'), [error]);
  return null;
}

/** False until the first screen is there: what lies below opens first, or Escape would close it before the modal. */
function useSettled(): boolean {
  const idle = useRouterState({ select: ({ status }) => status === 'idle' });
  const [settled, setSettled] = useState(idle);
  if (idle && !settled) setSettled(true);
  return settled;
}

const without =
  (params: readonly (keyof ModalParams)[]) =>
  <Search extends ModalParams & { modal?: unknown }>(
    search: Search,
  ): Omit<Search, 'modal' | keyof ModalParams> => {
    const rest = { ...search };
    delete rest.modal;
    for (const name of params) delete rest[name];
    return rest;
  };
