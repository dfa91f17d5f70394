import { useState } from 'react';
import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { ListedMail } from '#shared/operator/system/contract-mails.ts';
import { MAIL_LABELS, MAIL_STATE_LABELS } from '#shared/operator/system/texts-system.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { StatusLabel, type Tone } from '../../ui/feedback/StatusLabel.tsx';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { PathLink } from '../PathLink.tsx';
import { useSendMailAgain } from './api.ts';
import classes from './System.module.css';

const TONES: Readonly<Record<ListedMail['state'], Tone>> = {
  sent: 'ready',
  sending: 'signal',
  failed: 'danger',
  not_needed: 'done',
};

const load = async () => (await import('./MailDialog.tsx')).MailDialog;

/** One mail: what, to whom, when and how far; it can be read where it is kept, and sent again. */
export function MailRow({ mail, zone }: { readonly mail: ListedMail; readonly zone: string }) {
  const { template, recipient, person, state, failure, sent_again_at } = mail;
  const [isOpen, setOpen] = useState(false);
  const again = useSendMailAgain(mail.id);
  const at = mail.queued_at ?? mail.sent_at;
  const timeOf = (instant: string) => formatUpdatedAt(Temporal.Instant.from(instant), zone);
  return (
    <li tabIndex={-1} className={classes.row}>
      <span className={classes.time}>
        {at === null ? 'Not known' : <time dateTime={at}>{timeOf(at)}</time>}
      </span>
      <div className={classes.what}>
        <h2>{MAIL_LABELS[template]}</h2>
        <p>
          {person === null ? recipient : <PathLink to={paths.person(person.id)}>{person.name}</PathLink>}
          {person !== null && `, ${recipient}`}
        </p>
        {failure !== null && <p className={classes.failure}>{failure}</p>}
        {sent_again_at !== null && <p>Sent again on {timeOf(sent_again_at)}</p>}
        {again.error !== null && <Notice tone="waiting">{errorMessage(again.error)}</Notice>}
      </div>
      <StatusLabel tone={TONES[state]}>{MAIL_STATE_LABELS[state]}</StatusLabel>
      <div className={classes.actions}>
        {mail.is_readable && (
          <Button
            kind="plain"
            aria-label={`Read: ${MAIL_LABELS[template]} to ${recipient}`}
            onClick={() => setOpen(true)}
          >
            Read
          </Button>
        )}
        {state !== 'sending' && (
          <Button
            kind="plain"
            aria-label={`Send again: ${MAIL_LABELS[template]} to ${recipient}`}
            aria-disabled={again.isPending || undefined}
            onClick={() => {
              if (!again.isPending)
                again.mutate(undefined, { onSuccess: () => toast('The mail is sent again') });
            }}
          >
            Send again
          </Button>
        )}
      </div>
      {isOpen && <LazyComponent load={load} enabled props={{ mail, onClose: () => setOpen(false) }} />}
    </li>
  );
}
