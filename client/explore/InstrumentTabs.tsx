import { useQuery } from '@tanstack/react-query';
import { toggleInstrument } from '#shared/explore/rules.ts';
import { EXPLORE } from '#shared/explore/texts.ts';
import { Chips } from '../ui/layout/Chips.tsx';
import { instrumentsQuery } from './api.ts';
import classes from './ExplorePage.module.css';

interface InstrumentTabsProps {
  /** By slug; null is all. */
  readonly present: string | null;
  readonly onChange: (instrument: string | null) => void;
}

/** All plus each instrument; the active one again resets to all. */
export function InstrumentTabs({ present, onChange }: InstrumentTabsProps) {
  const { data: instruments = [] } = useQuery(instrumentsQuery);
  return (
    <div className={classes.tabs}>
      <Chips
        label="Instruments"
        present={present ?? ''}
        onChange={(chosen) => onChange(toggleInstrument(present, chosen === '' ? null : chosen))}
        chips={[
          { key: '', text: EXPLORE.all },
          ...instruments.map(({ slug, label }) => ({ key: slug, text: label })),
        ]}
      />
    </div>
  );
}
