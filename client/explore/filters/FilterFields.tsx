import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { SORTS } from '#shared/explore/rules-filters.ts';
import { FILTERS } from '#shared/explore/texts.ts';
import { dayOf, lastBookableDay } from '#shared/lib/time.ts';
import { zoneNames, zoneText } from '#shared/lib/zones.ts';
import { useMe } from '../../lib/session.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { LazySelectBox } from '../../ui/form/LazySelectBox.tsx';
import { partnerFiltersQuery } from '../api.ts';
import {
  chosenServices,
  dayPresets,
  isOn,
  pressed,
  TIME_PRESETS,
  toggledService,
  type Preset,
} from './filters.ts';
import classes from './Filters.module.css';
import type { Filters } from './use-filters.ts';

/** Not in a portal, so that landmarks stay in order. */
const IN_PLACE = { withinPortal: false, zIndex: 300, transitionProps: { duration: 0 } } as const;

/** The form of the filters but the search; each change counts at once. */
export function FilterFields({ filters }: { readonly filters: Filters }) {
  return (
    <div className={classes.fields}>
      <When filters={filters} />
      <Services filters={filters} />
      <Sorting filters={filters} />
    </div>
  );
}

/** What musicians on Explore offer, each with how many do. Nothing while it cannot be loaded. */
function Services({ filters: { search, change } }: { readonly filters: Filters }) {
  const { data } = useQuery(partnerFiltersQuery);
  if (data === undefined || data.services.length === 0) return null;
  const chosen = chosenServices(search);
  return (
    <fieldset className={classes.group}>
      <legend>{FILTERS.services}</legend>
      {data.services.map(({ value, label, musicians }) => (
        <label key={value} className={classes.service}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => change(toggledService(search, value))}
          />
          <span>{label}</span>
          <span className={classes.count}>{musicians}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Days, times and zone. */
function When({ filters }: { readonly filters: Filters }) {
  const { search, change } = filters;
  const { timezone } = useMe();
  const zone = search.timezone ?? timezone;
  const now = useNowFor((at) => dayOf(at, zone), 60_000);
  const [today, last] = [dayOf(now, zone), lastBookableDay(now, zone)];
  const days = { min: today.toString(), max: last.toString() };
  const isOvernight =
    search.start_time !== undefined && search.end_time !== undefined && search.end_time <= search.start_time;
  return (
    <fieldset className={classes.group}>
      <legend>{FILTERS.when}</legend>
      <Presets filters={filters} presets={dayPresets(today)} />
      <div className={classes.pair}>
        <Picker
          label={FILTERS.firstDay}
          type="date"
          {...days}
          value={search.start_date}
          onChange={(start_date) => change({ start_date })}
        />
        <Picker
          label={FILTERS.lastDay}
          type="date"
          {...days}
          value={search.end_date}
          onChange={(end_date) => change({ end_date })}
        />
      </div>
      <Presets filters={filters} presets={TIME_PRESETS} />
      <div className={classes.pair}>
        <Picker
          label={FILTERS.earliest}
          type="time"
          value={search.start_time}
          onChange={(start_time) => change({ start_time })}
        />
        <Picker
          label={FILTERS.latest}
          type="time"
          value={search.end_time}
          onChange={(end_time) => change({ end_time })}
        />
      </div>
      {isOvernight && <p className={classes.note}>{FILTERS.nextDay}</p>}
      <LazySelectBox
        label={FILTERS.zone}
        searchable
        limit={80}
        comboboxProps={IN_PLACE}
        value={zone}
        data={zoneNames(zone).map((value) => ({ value, label: zoneText(value) }))}
        onChange={(chosen) =>
          change({ timezone: chosen === null || chosen === timezone ? undefined : chosen })
        }
      />
    </fieldset>
  );
}

function Presets({
  filters: { search, change },
  presets,
}: {
  readonly filters: Filters;
  readonly presets: readonly Preset[];
}) {
  return (
    <div className={classes.presets}>
      {presets.map((preset) => (
        <button
          key={preset.key}
          type="button"
          aria-pressed={isOn(search, preset)}
          className={classes.preset}
          onClick={() => change(pressed(search, preset))}
        >
          {preset.text}
        </button>
      ))}
    </div>
  );
}

interface PickerProps {
  readonly label: string;
  readonly type: 'date' | 'time';
  readonly value: string | undefined;
  readonly min?: string;
  readonly max?: string;
  readonly onChange: (value: string | undefined) => void;
}

/** The browser's own picker of a day or a time. */
function Picker({ label, value, onChange, ...input }: PickerProps) {
  const id = useId();
  return (
    <div className={classes.picker}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        {...input}
        value={value ?? ''}
        onChange={({ target }) => {
          // A day outside the two months is on its way to be typed.
          if (target.value === '' || target.validity.valid)
            onChange(target.value === '' ? undefined : target.value);
        }}
      />
    </div>
  );
}

function Sorting({ filters: { search, change } }: { readonly filters: Filters }) {
  return (
    <LazySelectBox
      label={FILTERS.sort}
      comboboxProps={IN_PLACE}
      value={search.sort ?? 'studio'}
      data={SORTS.map((value) => ({ value, label: FILTERS.sorts[value] }))}
      onChange={(chosen) => {
        const sort = SORTS.find((one) => one === chosen);
        change({ sort: sort === 'studio' ? undefined : sort });
      }}
    />
  );
}
