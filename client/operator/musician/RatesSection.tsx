import { useState } from 'react';
import { rateOn, readRateCents } from '#shared/calendar/rules-pay.ts';
import { rateEffect, rateTooEarly } from '#shared/calendar/texts-pay.ts';
import { formatUsdExact } from '#shared/lib/money.ts';
import type { Musician, MusicianRate } from '#shared/operator/musicians/contract-musician.ts';
import { useToday } from '../../lib/use-now.ts';
import { Button } from '../../ui/button/Button.tsx';
import { StatusLabel } from '../../ui/feedback/StatusLabel.tsx';
import { PlainField } from '../../ui/form/PlainField.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import dialog from '../DialogForm.module.css';
import { FormDialog } from '../FormDialog.tsx';
import person from '../person/PersonPage.module.css';
import { Section } from '../Section.tsx';
import { useSetRate } from './api.ts';
import classes from './MusicianPage.module.css';

interface RatesSectionProps {
  readonly musician: Musician;
  /** The first day's first. */
  readonly rates: readonly MusicianRate[];
  /** The first day that a rate may begin on; null: any. */
  readonly from: string | null;
}

const stored = ({ from: valid_from, ...cents }: MusicianRate) => ({ valid_from, ...cents });

/** What a musician earns an hour, with its history. */
export function RatesSection({ musician, rates, from }: RatesSectionProps) {
  const [isOpen, setOpen] = useState(false);
  const today = useToday(musician.timezone).toString();
  const current = rateOn(rates.map(stored), today)?.valid_from;
  return (
    <Section
      title="Rates"
      actions={
        <Button kind="plain" onClick={() => setOpen(true)}>
          Set a rate
        </Button>
      }
    >
      {rates.length === 0 ? (
        <p className={person.text}>No rate is set. Months with paid hours cannot be closed without one.</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">Fixed hour</th>
              <th scope="col">Flexible hour</th>
            </tr>
          </thead>
          <tbody>
            {rates.toReversed().map((rate) => (
              <tr key={rate.from}>
                <th scope="row">
                  {rate.from} {rate.from === current && <StatusLabel tone="ready">Now</StatusLabel>}
                </th>
                <td>{formatUsdExact(rate.fixed_cents)}</td>
                <td>{formatUsdExact(rate.flexible_cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isOpen && (
        <RateDialog musician={musician} rates={rates} earliest={from} onClose={() => setOpen(false)} />
      )}
    </Section>
  );
}

interface RateDialogProps {
  readonly musician: Musician;
  readonly rates: readonly MusicianRate[];
  readonly earliest: string | null;
  readonly onClose: () => void;
}

/** Asks for a rate and says what it would do. */
function RateDialog({ musician, rates, earliest, onClose }: RateDialogProps) {
  const set = useSetRate(musician.id);
  const [from, setFrom] = useState('');
  const [typed, setTyped] = useState({ fixed: '', flexible: '' });
  const [isTried, setTried] = useState(false);
  const cents = { fixed: readRateCents(typed.fixed), flexible: readRateCents(typed.flexible) };
  const errors = {
    from:
      from === ''
        ? 'Please choose a day.'
        : earliest !== null && from < earliest
          ? rateTooEarly(earliest)
          : null,
    fixed: cents.fixed === null ? NO_RATE : null,
    flexible: cents.flexible === null ? NO_RATE : null,
  };
  const rate =
    errors.from === null && cents.fixed !== null && cents.flexible !== null
      ? { valid_from: from, fixed_cents: cents.fixed, flexible_cents: cents.flexible }
      : null;
  const submit = () => {
    setTried(true);
    if (rate === null) return;
    const { valid_from, ...amounts } = rate;
    set.mutate(
      { from: valid_from, ...amounts },
      {
        onSuccess: () => {
          toast('The rate is set');
          onClose();
        },
      },
    );
  };
  const shown = (error: string | null) => (isTried ? error : null);
  return (
    <FormDialog
      title="Set a rate"
      confirm="Set rate"
      isPending={set.isPending}
      error={set.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <PlainField
        label="From"
        type="date"
        hint="It holds until the next rate’s day. The same day again replaces that rate."
        value={from}
        {...(earliest !== null && { min: earliest })}
        error={shown(errors.from)}
        onChange={setFrom}
      />
      <PlainField
        label="Fixed hour, in dollars"
        value={typed.fixed}
        maxLength={10}
        error={shown(errors.fixed)}
        onChange={(fixed) => setTyped({ ...typed, fixed })}
      />
      <PlainField
        label="Flexible hour, in dollars"
        value={typed.flexible}
        maxLength={10}
        error={shown(errors.flexible)}
        onChange={(flexible) => setTyped({ ...typed, flexible })}
      />
      <p className={dialog.lead} aria-live="polite">
        {rate === null
          ? 'Nothing is changed yet.'
          : rateEffect(musician.name, rates.map(stored), rate).join(' ')}
      </p>
    </FormDialog>
  );
}

const NO_RATE = 'Dollars an hour, such as 32 or 32.50; at most 100000.';
