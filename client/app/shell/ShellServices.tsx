import { UploadOverlay } from '../../files/uploads/UploadOverlay.tsx';
import { useLive } from '../../lib/live/use-live.ts';
import { useMe } from '../../lib/session.ts';
import { useCacheSession } from '../../sessions/api.ts';
import { ModalOutlet } from '../modals/ModalOutlet.tsx';

/** What a screen has beside what it first shows: live updates, uploads and modals. */
export function ShellServices() {
  const { id } = useMe();
  useLive();
  return (
    <>
      <UploadOverlay personId={id} onArrived={useCacheSession()} />
      <ModalOutlet />
    </>
  );
}
