import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { leaveWhileUploading } from '../../../shared/files/texts.ts';
import type { Session } from '../../../shared/sessions/contract.ts';
import { uploads } from './our-uploads.ts';

/** What uploads need of the page on every screen: an owner, somebody who takes what has arrived, a warning before leaving. */
export function useUploadLife(personId: string, onArrived: (session: Session) => void): void {
  useOwner(personId);
  useArrivals(onArrived);
  useLeaveWarning();
}

/** Ends everything when somebody signs out, or when somebody else has signed in. */
function useOwner(personId: string): void {
  useEffect(() => {
    uploads.belongTo(personId);
    return () => {
      if (location.pathname === '/logout') uploads.clear();
    };
  }, [personId]);
}

/** Shows what has arrived wherever it is shown. */
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

/** Browsers show words of their own; older ones show ours. */
function useLeaveWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!uploads.active()) return;
      event.preventDefault();
      event.returnValue = leaveWhileUploading;
    };
    globalThis.addEventListener('beforeunload', warn);
    return () => globalThis.removeEventListener('beforeunload', warn);
  }, []);
}
