import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { invoiceYears } from '#shared/calendar/rules-pay.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useNowFor } from '../../lib/use-now.ts';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import { PayoutList } from '../payouts/PayoutList.tsx';
import person from '../person/PersonPage.module.css';
import { Section } from '../Section.tsx';
import { musicianMonthsQuery } from './api.ts';
import classes from './MusicianPage.module.css';

interface MonthsSectionProps {
  readonly musician: { readonly id: string };
  readonly zone: string;
}

/** A musician's months of a year: figures, payment, and what can be done. */
export function MonthsSection({ musician, zone }: MonthsSectionProps) {
  const years = invoiceYears(
    useNowFor((now) => invoiceYears(now, zone), 60_000),
    zone,
  );
  const [year, setYear] = useState(years[0] ?? 0);
  const query = useQuery(musicianMonthsQuery(musician.id, year));
  return (
    <Section title="Months">
      <SelectBox
        label="Year"
        className={classes.year ?? ''}
        data={years.map(String)}
        value={String(year)}
        onChange={(value) => setYear(Number(value))}
      />
      <QueryView
        query={query}
        loading={<RowsSkeleton what="the months" count={3} />}
        errorTitle="We could not load the months"
      >
        {(months) =>
          months.length === 0 ? (
            <p className={person.text}>There were no hours in this year.</p>
          ) : (
            <PayoutList payouts={months} by="month" zone={zone} />
          )
        }
      </QueryView>
    </Section>
  );
}
