import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';

interface LeaveOptions {
  /** Also asks before the tab is closed or reloaded, in the browser's own dialog. */
  readonly unload?: boolean;
}

/**
 * Asks before a held time or unsaved changes are left, by closing or by Back. `ask` resolves to true to leave; `answer`
 * is for the dialog shown while `asking`.
 */
export function useLeaveConfirmation(
  hasUnsaved: boolean | (() => boolean),
  { unload = false }: LeaveOptions = {},
) {
  const [asking, setAsking] = useState(false);
  const pendingAnswer = useRef<((allowed: boolean) => void) | null>(null);
  const mayLeave = useRef(false);

  const isUnsaved = () => (typeof hasUnsaved === 'boolean' ? hasUnsaved : hasUnsaved());
  const ask = async (): Promise<boolean> => {
    if (!isUnsaved() || mayLeave.current) return true;
    // Pressing Back while the dialog is open does not ask twice.
    if (pendingAnswer.current !== null) return false;
    return new Promise((resolve) => {
      pendingAnswer.current = resolve;
      setAsking(true);
    });
  };

  const answer = (allowed: boolean) => {
    mayLeave.current = allowed;
    pendingAnswer.current?.(allowed);
    pendingAnswer.current = null;
    setAsking(false);
  };

  useBlocker({
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await ask()),
    enableBeforeUnload: () => unload && !mayLeave.current && isUnsaved(),
    disabled: hasUnsaved === false,
  });
  return { asking, ask, answer };
}
