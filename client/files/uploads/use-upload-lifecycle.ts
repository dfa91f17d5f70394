import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { leaveWhileUploading } from '#shared/files/texts.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { leaveGuards } from '../../lib/leave-guards.ts';
import { onSignedOut, uploads } from './store/uploads-store.ts';

/** What uploads need on every screen: an owner, a receiver of arrivals, and a warning before leaving. */
export function useUploadLifecycle(personId: string, onArrived: (session: Session) => void): void {
  useOwner(personId);
  useSignedOut();
  useArrivals(onArrived);
  useLeaveWarning();
}

/** Ends everything when somebody signs out, or somebody else signs in. */
function useOwner(personId: string): void {
  useEffect(() => {
    uploads.setOwner(personId);
    return () => {
      if (location.pathname === '/logout') uploads.clear();
    };
  }, [personId]);
}

/** Asks for what is shown again when an upload was refused: if nobody is signed in any more, that leads to the login. */
function useSignedOut(): void {
  const queryClient = useQueryClient();
  useEffect(
    () => onSignedOut(() => void queryClient.invalidateQueries({}, { cancelRefetch: false })),
    [queryClient],
  );
}

/** Updates everything that shows what has arrived. */
function useArrivals(onArrived: (session: Session) => void): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      uploads.onArrived((session) => {
        onArrived(session);
        void queryClient.invalidateQueries({ queryKey: ['files', session.id] });
      }),
    [queryClient, onArrived],
  );
}

/** Browsers show their own text; older ones show ours. */
function useLeaveWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!uploads.active() || leaveGuards.hasAgreed()) return;
      event.preventDefault();
      event.returnValue = leaveWhileUploading;
    };
    globalThis.addEventListener('beforeunload', warn);
    return () => globalThis.removeEventListener('beforeunload', warn);
  }, []);
}
