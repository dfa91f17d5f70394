import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { MonthStats } from '#shared/calendar/contract-pay.ts';
import { statsPdf } from '#shared/calendar/calls-pay.ts';
import {
  FIGURES,
  FIRST_INVOICE_YEAR,
  hoursInWords,
  invoiceYears,
  type Figure,
  type YearMonth,
} from '#shared/calendar/rules-pay.ts';
import { INVOICE } from '#shared/calendar/texts-pay.ts';
import { monthName } from '#shared/lib/day-names.ts';
import { formatUsdExact, toCents } from '#shared/lib/money.ts';
import { dayOf } from '#shared/lib/time.ts';
import { showsInvoiceForm } from '#shared/me/rules.ts';
import { parseHash } from '../../lib/hash.ts';
import { fillLink } from '../../lib/links.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe, useStudio } from '../../lib/session.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { StatusLabel, type Tone } from '../../ui/feedback/StatusLabel.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import { FigureSlots } from './FigureSlots.tsx';
import { monthQuery } from './invoice-api.ts';
import { MonthNotes } from './MonthNotes.tsx';
import classes from './InvoiceTab.module.css';

const MONTHS = Array.from({ length: 12 }, (_, n) => ({
  value: String(n + 1),
  label: monthName({ month: n + 1 }),
}));
const TONES: Readonly<Record<MonthStats['state'], Tone>> = {
  planned: 'done',
  running: 'signal',
  over: 'waiting',
  closed: 'ready',
};

/** The musician's invoice by month (docs/product/invoice.md#screen). */
export function InvoiceTab() {
  const me = useMe();
  const studio = useStudio();
  const navigate = useNavigate();
  const now = useNowFor((at) => dayOf(at, me.timezone));
  const hash = useLocation({ select: (location) => location.hash });
  const years = invoiceYears(now, me.timezone);
  const which = monthInHash(hash, dayOf(now, me.timezone));
  const query = useQuery(monthQuery(which));
  const choose = ({ year, month }: YearMonth) =>
    void navigate({
      to: '/profile',
      hash: `invoice&year=${year}&month=${month}`,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  const form = studio?.invoice_form_url ?? null;
  const isCurrent = query.data?.year === which.year && query.data.month === which.month;

  return (
    <section aria-label={INVOICE.title} className={classes.invoice}>
      <div className={classes.bar}>
        <SelectBox
          label={INVOICE.month}
          className={classes.month ?? ''}
          data={MONTHS}
          value={String(which.month)}
          onChange={(value) => choose({ ...which, month: Number(value) })}
        />
        <SelectBox
          label={INVOICE.year}
          className={classes.year ?? ''}
          data={years.map(String)}
          value={String(which.year)}
          onChange={(value) => choose({ ...which, year: Number(value) })}
        />
        <div className={classes.links}>
          <Button
            component="a"
            kind="plain"
            href={`${statsPdf.path}?year=${which.year}&month=${which.month}`}
            target="_blank"
            rel="noreferrer"
            leftSection={<Icon name="download" size={18} />}
          >
            {INVOICE.pdf}
          </Button>
          {form !== null && showsInvoiceForm(me.status) && (
            <Button component="a" kind="main" href={fillLink(form, me)} target="_blank" rel="noreferrer">
              {INVOICE.form}
            </Button>
          )}
        </div>
      </div>
      <QueryView
        query={query}
        loading={<RowsSkeleton what="your invoice" count={4} />}
        errorTitle="We could not load this month"
      >
        {(stats) => (
          <div aria-busy={!isCurrent} className={classes.content}>
            <MonthFigures key={`${stats.year}-${stats.month}`} stats={stats} />
          </div>
        )}
      </QueryView>
    </section>
  );
}

/** The month that the address names, else the one of today. */
function monthInHash(hash: string, today: Temporal.PlainDate): YearMonth {
  const { values } = parseHash(hash);
  const [year, month] = [Number(values.year), Number(values.month)];
  const isKnown = Number.isInteger(year) && year >= FIRST_INVOICE_YEAR && year <= today.year;
  return isKnown && Number.isInteger(month) && month >= 1 && month <= 12
    ? { year, month }
    : { year: today.year, month: today.month };
}

function MonthFigures({ stats }: { readonly stats: MonthStats }) {
  const [open, setOpen] = useState<Figure | null>(null);
  const { minutes, state } = stats;
  const isEmpty = minutes.fixed === 0 && minutes.flexible_offered === 0;
  return (
    <>
      <header className={classes.head}>
        <h2 aria-live="polite">
          {monthName(stats)} {stats.year}
        </h2>
        {/* A month without hours has nothing to close. */}
        {!(isEmpty && state === 'over') && (
          <StatusLabel tone={TONES[state]}>{INVOICE.states[state]}</StatusLabel>
        )}
      </header>
      {isEmpty ? (
        <EmptyState title={INVOICE.nothing}>{INVOICE.nothingHint}</EmptyState>
      ) : (
        <ul className={classes.figures}>
          {FIGURES.map((figure) => (
            <li key={figure}>
              <FigureCard
                figure={figure}
                stats={stats}
                isOpen={open === figure}
                onPress={() => setOpen(open === figure ? null : figure)}
              />
            </li>
          ))}
        </ul>
      )}
      {!isEmpty && <MonthNotes stats={stats} />}
      {open !== null && <FigureSlots stats={stats} figure={open} />}
    </>
  );
}

interface FigureCardProps {
  readonly figure: Figure;
  readonly stats: MonthStats;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

function FigureCard({ figure, stats, isOpen, onPress }: FigureCardProps) {
  const soFar = stats.so_far;
  return (
    <button
      type="button"
      className={classes.figure}
      data-figure={figure}
      aria-expanded={isOpen}
      aria-controls={isOpen ? 'figure-slots' : undefined}
      onClick={onPress}
    >
      <span className={classes.label}>{INVOICE.figures[figure]}</span>
      <span className={classes.value}>{valueOf(figure, stats)}</span>
      {soFar !== null && <span className={classes.soFar}>{valueOf(figure, soFar)} so far</span>}
      <span className={classes.hint}>{INVOICE.hints[figure]}</span>
    </button>
  );
}

function valueOf(figure: Figure, { info, minutes }: Pick<MonthStats, 'info' | 'minutes'>): string {
  if (figure !== 'payment') return hoursInWords(minutes[figure]);
  return info.payment === null ? 'Not known yet' : formatUsdExact(toCents(info.payment));
}
