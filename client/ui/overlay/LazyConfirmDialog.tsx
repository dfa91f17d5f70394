import { useEffect } from 'react';
import type { ConfirmDialogProps } from './ConfirmDialog.tsx';
import { LazyComponent } from '../layout/LazyComponent.tsx';
import { loadWhenIdle } from '../layout/when-idle.ts';

const load = async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog;

/** A confirmation dialog on every screen; its code is loaded once the browser rests, before it may be needed offline. */
export function LazyConfirmDialog(props: ConfirmDialogProps) {
  useEffect(() => loadWhenIdle(load), []);
  return <LazyComponent load={load} enabled={props.opened} props={props} />;
}
