import {
  CatchBoundary,
  useNavigate,
  useRouterState,
  useSearch,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { answeredZone } from '../../accounts/time-zone/zone-question.ts';
import { browserZone } from '../../lib/clock.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { ModalRefusal } from '../../lib/ModalRefusal.tsx';
import type { ModalName } from '../../lib/modal-search.ts';
import { closeModal } from './close-modal.ts';
import { modalOf } from './modals.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { useMe } from '../../lib/session.ts';
import { useIsBusy } from './use-is-busy.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { whichModal, modalRefusal } from './which-modal.ts';

/**
 * The one open modal, named by the address or opened by itself (docs/product/ui.md#modals). Closing it removes its name
 * and parameters from the address.
 */
export function ModalOutlet() {
  const me = useMe();
  const { modal: requested, session } = useSearch({ strict: false });
  const navigate = useNavigate();
  const isSettled = useSettled();
  const busy = useIsBusy();
  const [current, setPresent] = useState<ModalName | null>(null);
  const [isOwn, setOwn] = useState(false);
  const facts = {
    me,
    requested,
    session,
    current,
    isOwn,
    browserZone: browserZone(),
    answeredZone: answeredZone(),
    busy,
  };
  const now = useNowFor(
    (at) => [modalRefusal({ ...facts, now: at }), whichModal({ ...facts, now: at })],
    60_000,
  );
  const input = { ...facts, now };
  const refusal = isSettled ? modalRefusal(input) : null;
  const name = isSettled ? whichModal(input) : null;
  if (name !== current) {
    setPresent(name);
    setOwn(name !== requested);
  }

  // Stable while the modal is open, because effects depend on it.
  const close = useCallback(() => {
    setPresent(null);
    if (requested !== undefined && requested === name) void navigate(withoutModal(requested));
  }, [requested, name, navigate]);
  const refuse = useCallback(() => {
    if (requested !== undefined) void navigate(withoutModal(requested, true));
  }, [requested, navigate]);

  if (refusal !== null)
    return <ModalRefusal key={`${requested} ${session}`} message={refusal} onClose={refuse} />;
  if (name === null) return null;
  return (
    <CatchBoundary getResetKey={() => name} errorComponent={Refusal}>
      <Suspense>
        <OpenModal key={name} name={name} session={session} onClose={close} />
      </Suspense>
    </CatchBoundary>
  );
}

interface OpenModalProps {
  readonly name: ModalName;
  readonly session: number | undefined;
  readonly onClose: () => void;
}

/** Renders the modal of a name with its session. */
function OpenModal({ name, session, onClose }: OpenModalProps) {
  const modal = modalOf(name);
  if (modal === null) return null;
  if (modal.about === null) return <modal.code onClose={onClose} />;
  return session === undefined ? null : <modal.code key={session} session={session} onClose={onClose} />;
}

/** A modal that failed to load or crashed: the screen below stays usable. */
function Refusal({ error }: ErrorComponentProps) {
  useEffect(() => toast(errorMessage(error), 'danger'), [error]);
  return null;
}

/** False until the first screen is rendered: a panel below must register its Escape handler before the modal does. */
function useSettled(): boolean {
  const idle = useRouterState({ select: ({ status }) => status === 'idle' });
  const [isSettled, setSettled] = useState(idle);
  if (idle && !isSettled) setSettled(true);
  return isSettled;
}

/** Navigation to the same address without the modal and its parameters. */
const withoutModal = (name: string, isRefused = false) =>
  ({
    to: '.',
    search: closeModal(name, isRefused),
    hash: true,
    replace: modalOf(name) === null,
    resetScroll: false,
  }) as const;
