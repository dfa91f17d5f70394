import { useState, type ReactNode } from 'react';
import { hoursInWords } from '#shared/calendar/rules-pay.ts';
import { monthName } from '#shared/lib/day-names.ts';
import { formatUsdExact } from '#shared/lib/money.ts';
import { formatDay } from '#shared/lib/time.ts';
import { getPayoutPdf } from '#shared/operator/musicians/calls-musicians.ts';
import type { Payout } from '#shared/operator/musicians/contract-payouts.ts';
import { isPayable, type PayoutState } from '#shared/operator/musicians/rules-payouts.ts';
import { CLOSING_TEXTS, PAYOUT_LABELS } from '#shared/operator/musicians/texts-musicians.ts';
import { Button } from '../../ui/button/Button.tsx';
import { StatusLabel, type Tone } from '../../ui/feedback/StatusLabel.tsx';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { consolePaths } from '../console-paths.ts';
import { PathLink } from '../PathLink.tsx';
import { ReasonDialog } from '../ReasonDialog.tsx';
import { useTakeBack } from './api.ts';
import { CloseDialog } from './CloseDialog.tsx';
import { dayText } from './day-text.ts';
import { PaidDialog } from './PaidDialog.tsx';
import classes from './Payouts.module.css';

const TONES: Readonly<Record<PayoutState, Tone>> = {
  planned: 'done',
  running: 'signal',
  over: 'waiting',
  closed: 'waiting',
  paid: 'ready',
};

interface PayoutListProps {
  readonly payouts: readonly Payout[];
  /** What the rows are named by: all are of one month, or of one musician. */
  readonly by: 'musician' | 'month';
  readonly zone: string;
  /** Whose months are selected for marking; without it none can be. */
  readonly selection?: {
    readonly has: (id: string) => boolean;
    readonly toggle: (id: string) => void;
  };
}

/** What is open over the list. */
interface Opened {
  readonly verb: 'close' | 'pay' | 'take-back';
  readonly payout: Payout;
}

/** Months of musicians with their hours and payment, each with what can be done. */
export function PayoutList({ payouts, by, zone, selection }: PayoutListProps) {
  const [open, setOpen] = useState<Opened | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <ul className={classes.list} data-by={by} data-selects={selection !== undefined || undefined}>
        {payouts.map((payout) => (
          <li key={`${payout.musician.id} ${payout.year} ${payout.month}`} className={classes.row}>
            {selection !== undefined && (
              <span className={classes.select}>
                {isPayable(payout) && (
                  <label>
                    <input
                      type="checkbox"
                      checked={selection.has(payout.musician.id)}
                      aria-label={`Select ${payout.musician.name}`}
                      onChange={() => selection.toggle(payout.musician.id)}
                    />
                  </label>
                )}
              </span>
            )}
            <Name payout={payout} by={by} />
            <Figures payout={payout} />
            <Standing payout={payout} zone={zone} />
            <Actions payout={payout} by={by} onOpen={(verb) => setOpen({ verb, payout })} />
          </li>
        ))}
      </ul>
      {open?.verb === 'close' && <CloseDialog payouts={[open.payout]} onClose={close} />}
      {open?.verb === 'pay' && <PaidDialog payouts={[open.payout]} zone={zone} onClose={close} />}
      {open?.verb === 'take-back' && <TakeBackDialog payout={open.payout} onClose={close} />}
    </>
  );
}

const monthOf = ({ year, month }: Payout): string => `${monthName({ month })} ${year}`;

function Name({ payout, by }: Pick<PayoutListProps, 'by'> & { readonly payout: Payout }) {
  const { id, name, avatar } = payout.musician;
  if (by === 'month') return <h3 className={classes.name}>{monthOf(payout)}</h3>;
  return (
    <h2 className={classes.name}>
      <Avatar name={name} id={id} src={avatar} size={36} />
      <PathLink to={consolePaths.musician(id)}>{name}</PathLink>
    </h2>
  );
}

function Figures({ payout: { minutes, payment_cents } }: { readonly payout: Payout }) {
  return (
    <dl className={classes.figures}>
      <Figure name="Fixed">{hoursInWords(minutes.fixed)}</Figure>
      <Figure name="Time off">{hoursInWords(minutes.holidays)}</Figure>
      <Figure name="Offered">{hoursInWords(minutes.flexible_offered)}</Figure>
      <Figure name="Booked">{hoursInWords(minutes.flexible_booked)}</Figure>
      <Figure name="Payment" isMain>
        {payment_cents === null ? 'Not known' : formatUsdExact(payment_cents)}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly isMain?: boolean;
  readonly children: ReactNode;
}

function Figure({ name, isMain = false, children }: FigureProps) {
  return (
    <div data-main={isMain || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Standing({ payout, zone }: { readonly payout: Payout; readonly zone: string }) {
  const { state } = payout;
  return (
    <div className={classes.standing}>
      <StatusLabel tone={TONES[state]}>{PAYOUT_LABELS[state]}</StatusLabel>
      <p>{aboutOf(payout, zone)}</p>
    </div>
  );
}

/** What stands in the way, or what happens next. */
function aboutOf({ state, no_rate_on, refusal, paid, closed_at, closes_at }: Payout, zone: string): string {
  const day = (instant: string) => formatDay(Temporal.Instant.from(instant), zone);
  if (paid !== null) return `${dayText(paid.on)} (${paid.reference})`;
  if (closed_at !== null) return `Since ${day(closed_at)}`;
  if (no_rate_on !== null) return `No rate on ${dayText(no_rate_on)}`;
  if (state === 'over') return refusal === null ? 'Can be closed' : CLOSING_TEXTS[refusal];
  return `Closes by itself on ${day(closes_at)}`;
}

interface ActionsProps extends Pick<PayoutListProps, 'by'> {
  readonly payout: Payout;
  readonly onOpen: (verb: Opened['verb']) => void;
}

function Actions({ payout, by, onOpen }: ActionsProps) {
  const { year, month, musician, refusal, paid } = payout;
  // Of many rows that are alike, a screen reader hears whose each button is.
  const of = by === 'month' ? monthOf(payout) : musician.name;
  return (
    <div className={classes.actions}>
      {refusal === null && (
        <Button kind="plain" aria-label={`Close ${of}`} onClick={() => onOpen('close')}>
          Close
        </Button>
      )}
      {isPayable(payout) && (
        <Button kind="plain" aria-label={`Mark as paid: ${of}`} onClick={() => onOpen('pay')}>
          Mark as paid
        </Button>
      )}
      {paid !== null && (
        <Button kind="quiet" aria-label={`Take back the mark: ${of}`} onClick={() => onOpen('take-back')}>
          Take back
        </Button>
      )}
      <a
        href={`${getPayoutPdf.path.replace(':id', musician.id)}?year=${year}&month=${month}`}
        target="_blank"
        rel="noreferrer"
        aria-label={`PDF: ${of}`}
      >
        PDF
      </a>
    </div>
  );
}

interface TakeBackDialogProps {
  readonly payout: Payout;
  readonly onClose: () => void;
}

function TakeBackDialog({ payout, onClose }: TakeBackDialogProps) {
  const { musician, paid, payment_cents } = payout;
  return (
    <ReasonDialog
      title="Take this mark back?"
      confirm="Take back"
      hint="It stays in the record, with your name."
      isDanger
      verb={useTakeBack(paid?.id ?? '')}
      onDone={() => toast('The mark is taken back')}
      onClose={onClose}
    >
      {monthOf(payout)} of {musician.name}, {formatUsdExact(payment_cents ?? 0)}, is no longer marked as paid.
      It can be marked again. No money moves.
    </ReasonDialog>
  );
}
