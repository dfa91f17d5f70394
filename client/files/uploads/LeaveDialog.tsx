import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { leaveWhileUploading } from '#shared/files/texts.ts';
import { leaveGuards } from '../../lib/leave-guards.ts';
import { LazyConfirmDialog } from '../../ui/overlay/LazyConfirmDialog.tsx';
import { uploads } from './store/uploads-store.ts';

/**
 * Asks before a logout, a link to another site and a reload while files are uploading
 * (docs/product/files.md#leaving-while-uploading).
 */
export function LeaveDialog() {
  const [asking, setAsking] = useState(false);
  const pendingAnswer = useRef<((allowed: boolean) => void) | null>(null);
  const answer = (allowed: boolean) => {
    pendingAnswer.current?.(allowed);
    pendingAnswer.current = null;
    setAsking(false);
  };

  useEffect(
    () =>
      leaveGuards.guard(async () => {
        if (!uploads.active()) return true;
        // Asks once, even when leaving is tried again.
        if (pendingAnswer.current !== null) return false;
        return new Promise((resolve) => {
          pendingAnswer.current = resolve;
          setAsking(true);
        });
      }),
    [],
  );
  useBlocker({
    shouldBlockFn: async ({ next }) => next.pathname === '/logout' && !(await leaveGuards.mayLeave()),
    enableBeforeUnload: false,
  });
  useExternalLinkGuard();

  return (
    <LazyConfirmDialog
      opened={asking}
      title={leaveWhileUploading}
      confirm="Leave"
      cancel="Stay"
      danger
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  );
}

/** Follows a link to another site in this tab once the person has agreed. */
function useExternalLinkGuard(): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const isPlain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (!isPlain || link === null || !isExternal(link) || !uploads.active()) return;
      event.preventDefault();
      void follow(link.href);
    };
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, []);
}

async function follow(href: string): Promise<void> {
  if (await leaveGuards.mayLeave()) globalThis.location.assign(href);
}

const isExternal = ({ target, protocol, origin, download }: HTMLAnchorElement): boolean =>
  (target === '' || target === '_self') &&
  /^https?:$/.test(protocol) &&
  origin !== location.origin &&
  download === '';
