import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { leaveWhileUploading } from '#shared/files/texts.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { leaveGuards } from '../../lib/leave-guards.ts';
import { uploads } from './store/uploads-store.ts';

/** What uploads need on every screen: an owner, a receiver of arrivals, and a warning before leaving. */
export function useUploadLifecycle(personId: string, onArrived: (session: Session) => void): void {
  useOwner(personId);
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
