import { useEffect } from 'react';
import type { Session } from '#shared/sessions/contract.ts';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import { loadWhenIdle } from '../../ui/layout/when-idle.ts';
import { useTopLayer } from '../../ui/overlay/layers.ts';
import { LeaveDialog } from './LeaveDialog.tsx';
import { useShownSession } from './overlay-state.ts';
import { useUploads } from './store/uploads-store.ts';
import { useUploadLifecycle } from './use-upload-lifecycle.ts';

interface UploadOverlayProps {
  /** The signed-in person: uploads are shown to their owner only. */
  readonly personId: string;
  /** Called with a session whose files have just arrived. */
  readonly onArrived: (session: Session) => void;
}

const load = async () => (await import('./UploadWindow.tsx')).UploadWindow;

/**
 * The uploads over every screen, grouped by session (docs/product/files.md#upload-overlay), without those that
 * the open panel shows.
 */
export function UploadOverlay({ personId, onArrived }: UploadOverlayProps) {
  useUploadLifecycle(personId, onArrived);
  useEffect(() => loadWhenIdle(load), []);
  const shownSessionId = useShownSession();
  const layer = useTopLayer();
  const groups = useUploads().filter(({ session }) => session.id !== shownSessionId);
  return (
    <>
      <LeaveDialog />
      <LazyComponent load={load} enabled={groups.length > 0} props={{ groups, layer }} />
    </>
  );
}
