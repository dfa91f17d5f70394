import { useState } from 'react';
import { PROOF } from '#shared/booking/texts.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { sendProofLink } from '../api.ts';
import { useBooking } from '../state/booking-context.ts';

/** Sends the verification link that a trial credit requires (docs/product/booking.md#proved-address). */
export function ProofNotice() {
  const { proofNeeded, me, slug, hold, step, saveNow } = useBooking();
  const [wasNeeded, setNeeded] = useState(proofNeeded);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (proofNeeded && !wasNeeded) setNeeded(true);
  if (!proofNeeded) return wasNeeded && me.email_proved ? <Notice tone="ready">{PROOF.done}</Notice> : null;

  const send = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await saveNow();
      const back = paths.booking(slug, { hold: hold.session?.id, step });
      setSentTo((await sendProofLink(back)).email);
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Notice
      tone="waiting"
      title={PROOF.title}
      action={
        <Button kind="plain" onClick={() => void send()} aria-disabled={busy || undefined}>
          {busy ? PROOF.busy : sentTo === null ? PROOF.send : PROOF.again}
        </Button>
      }
    >
      <output>{failure ?? (sentTo === null ? PROOF.why(me.email) : PROOF.sent(sentTo))}</output>
    </Notice>
  );
}
