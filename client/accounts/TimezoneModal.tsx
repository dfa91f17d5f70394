import { useState } from 'react';
import { formatTime } from '../../shared/lib/time.ts';
import { zoneText } from '../../shared/lib/zones.ts';
import { PROFILE } from '../../shared/me/texts.ts';
import type { ModalProps } from '../app/modals.ts';
import { wordsOf } from '../app/problem-words.ts';
import { useMe } from '../app/session.ts';
import { useNow } from '../app/use-now.ts';
import { useUpdateMe } from '../me/api.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { Notice } from '../ui/Notice.tsx';
import { toast } from '../ui/toast.ts';
import { answerZone, browserZone } from './components/zone-memory.ts';
import classes from './TimezoneModal.module.css';

/** Asks whether the account should go by the browser's time zone, where the two are not the same. */
export function TimezoneModal({ onClose }: ModalProps) {
  const { timezone } = useMe();
  // As they were when it opened: choosing one changes the account's under the modal that is closing.
  const [{ here, mine }] = useState(() => ({ here: browserZone(), mine: timezone }));
  const now = useNow();
  const zone = useUpdateMe();
  const keep = () => {
    answerZone();
    onClose();
  };
  const use = async () => {
    if (zone.isPending) return;
    try {
      // Awaited, not called back: once the zones are the same this modal has no occasion any more and goes.
      await zone.mutateAsync({ timezone: here });
      toast(PROFILE.saved);
      keep();
    } catch {
      // The mutation keeps the error, which is shown.
    }
  };

  return (
    <Modal
      title="Are you somewhere else?"
      size="short"
      onClose={keep}
      footer={
        <>
          <Button kind="plain" onClick={keep}>
            Keep {zoneText(mine)}
          </Button>
          <Button onClick={() => void use()} aria-disabled={zone.isPending || undefined}>
            {zone.isPending ? 'Saving...' : `Use ${zoneText(here)}`}
          </Button>
        </>
      }
    >
      {zone.error !== null && (
        <Notice tone="action" alert title="Your time zone is as it was">
          {wordsOf(zone.error)}
        </Notice>
      )}
      <p>Your browser is in another time zone than your account. In which one shall we show your times?</p>
      <dl className={classes.zones}>
        <div>
          <dt>This browser</dt>
          <dd>
            {zoneText(here)} <time>{formatTime(now, here)}</time>
          </dd>
        </div>
        <div>
          <dt>Your account</dt>
          <dd>
            {zoneText(mine)} <time>{formatTime(now, mine)}</time>
          </dd>
        </div>
      </dl>
    </Modal>
  );
}
