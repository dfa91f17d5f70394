import { useState } from 'react';
import { formatTime } from '#shared/lib/time.ts';
import { zoneText } from '#shared/lib/zones.ts';
import { PROFILE } from '#shared/me/texts.ts';
import type { ModalProps } from '../../lib/modal-props.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { useMe } from '../../lib/session.ts';
import { useTextNow } from '../../lib/use-now.ts';
import { useUpdateMe } from '../../lib/me.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { browserZone } from '../../lib/clock.ts';
import { answerZone } from './zone-question.ts';
import classes from './TimezoneModal.module.css';

/** Asks which time zone to use (docs/product/accounts.md#time-zone-question). */
export function TimezoneModal({ onClose }: ModalProps) {
  const { timezone } = useMe();
  // Fixed when the modal opens: choosing changes the account's zone while it closes.
  const [{ browserTimezone, accountTimezone }] = useState(() => ({
    browserTimezone: browserZone(),
    accountTimezone: timezone,
  }));
  const zone = useUpdateMe();
  const keepZone = () => {
    answerZone();
    onClose();
  };
  const switchZone = async () => {
    if (zone.isPending) return;
    try {
      // Awaited, because the modal unmounts as soon as the zones are the same.
      await zone.mutateAsync({ timezone: browserTimezone });
      toast(PROFILE.saved);
      keepZone();
    } catch {
      // The mutation holds the error, which is shown.
    }
  };

  return (
    <Modal
      title="Are you somewhere else?"
      size="short"
      onClose={keepZone}
      footer={
        <>
          <Button kind="plain" onClick={keepZone}>
            Keep {zoneText(accountTimezone)}
          </Button>
          <Button onClick={() => void switchZone()} aria-disabled={zone.isPending || undefined}>
            {zone.isPending ? 'Saving...' : `Use ${zoneText(browserTimezone)}`}
          </Button>
        </>
      }
    >
      {zone.error !== null && (
        <Notice tone="danger" alert title="Your time zone was not changed">
          {errorMessage(zone.error)}
        </Notice>
      )}
      <p>Your browser is set to another time zone than your account. Which one should we use?</p>
      <dl className={classes.zones}>
        <div>
          <dt>This browser</dt>
          <dd>
            {zoneText(browserTimezone)} <Clock zone={browserTimezone} />
          </dd>
        </div>
        <div>
          <dt>Your account</dt>
          <dd>
            {zoneText(accountTimezone)} <Clock zone={accountTimezone} />
          </dd>
        </div>
      </dl>
    </Modal>
  );
}

function Clock({ zone }: { readonly zone: string }) {
  return <time>{useTextNow((now) => formatTime(now, zone))}</time>;
}
