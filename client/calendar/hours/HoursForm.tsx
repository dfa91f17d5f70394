import { useState } from 'react';
import { minutesOf, timeOf, type SlotKind } from '#shared/calendar/rules-hours.ts';
import { weekdayName } from '#shared/lib/day-names.ts';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { PlainField } from '../../ui/form/PlainField.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import { copyDay, mostSlots, placeFor, resizeEnd, type HoursBlock } from './hours-blocks.ts';
import classes from './HoursForm.module.css';

interface HoursFormProps {
  readonly blocks: readonly HoursBlock[];
  readonly onChange: (blocks: HoursBlock[]) => void;
  readonly kinds: readonly SlotKind[];
  readonly kind: SlotKind;
  readonly nameOf: (kind: SlotKind) => string;
}

const slotCount = (n: number): string => (n === 1 ? '1 slot' : `${n} slots`);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const keyOf = ({ category, unit_minutes }: SlotKind): string => `${category} ${unit_minutes}`;

/** The weekly hours as a form, with all that the grid can do. */
export function HoursForm(props: HoursFormProps) {
  return (
    <div className={classes.days}>
      {WEEKDAYS.map((weekday) => (
        <Weekday key={weekday} weekday={weekday} {...props} />
      ))}
    </div>
  );
}

function Weekday({
  weekday,
  blocks,
  onChange,
  kinds,
  kind,
  nameOf,
}: HoursFormProps & { readonly weekday: number }) {
  const name = weekdayName({ dayOfWeek: weekday });
  const own = blocks.filter((block) => block.weekday === weekday).toSorted((a, b) => a.from - b.from);
  const [copied, setCopied] = useState<string | null>(null);
  const targets = [
    { value: 'week', label: 'Monday to Friday', days: [1, 2, 3, 4, 5] },
    { value: 'all', label: 'all days', days: WEEKDAYS },
    ...WEEKDAYS.filter((day) => day !== weekday).map((day) => ({
      value: String(day),
      label: weekdayName({ dayOfWeek: day }),
      days: [day],
    })),
  ];
  const copy = (value: string | null) => {
    const target = targets.find((one) => one.value === value);
    if (target === undefined) return;
    onChange(copyDay(blocks, weekday, target.days));
    setCopied(target.label);
  };
  return (
    <fieldset className={classes.day}>
      <legend>{name}</legend>
      {own.length === 0 && <p className={classes.none}>No hours</p>}
      {own.map((block, n) => (
        <Row
          key={block.id}
          block={block}
          label={own.length === 1 ? name : `${name}, ${n + 1}`}
          kinds={kinds}
          nameOf={nameOf}
          onChange={(changed) => onChange(blocks.map((one) => (one.id === block.id ? changed : one)))}
          onRemove={() => onChange(blocks.filter(({ id }) => id !== block.id))}
        />
      ))}
      <div className={classes.actions}>
        <Button kind="quiet" onClick={() => onChange([...blocks, placeFor(blocks, { weekday, ...kind })])}>
          Add hours<span className={classes.hidden}> on {name}</span>
        </Button>
        {own.length > 0 && (
          <SelectBox
            aria-label={`Copy ${name} to`}
            placeholder="Copy to..."
            value={null}
            data={targets.map(({ value, label }) => ({ value, label }))}
            onChange={copy}
            w={170}
          />
        )}
        <output className={classes.said}>{copied !== null && `Copied to ${copied}.`}</output>
      </div>
    </fieldset>
  );
}

interface RowProps extends Pick<HoursFormProps, 'kinds' | 'nameOf'> {
  readonly block: HoursBlock;
  readonly label: string;
  readonly onChange: (block: HoursBlock) => void;
  readonly onRemove: () => void;
}

function Row({ block, label, kinds, nameOf, onChange, onRemove }: RowProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const ends = Array.from({ length: mostSlots(block) }, (_, n) => ({
    value: String(n + 1),
    label: timeOf(block.from + (n + 1) * block.unit_minutes),
  }));
  const choose = (value: string | null) => {
    const kind = kinds.find((one) => keyOf(one) === value);
    if (kind === undefined) return;
    const { category, unit_minutes } = kind;
    onChange(resizeEnd({ ...block, category, unit_minutes }, block.slots));
  };
  const start = (value: string) => {
    setTyped(value);
    if (!/^\d\d:\d[05]$/.test(value)) return;
    onChange(resizeEnd({ ...block, from: minutesOf(value) }, block.slots));
    setTyped(null);
  };
  return (
    <div className={classes.row}>
      <PlainField
        label="From"
        name={`${label}: from`}
        type="time"
        step={300}
        value={typed ?? timeOf(block.from)}
        onChange={start}
        error={typed === null ? null : 'Choose a time in steps of 5 minutes'}
      />
      <SelectBox
        label="To"
        aria-label={`${label}: to`}
        value={String(block.slots)}
        data={ends}
        // The field itself has no room for more than the time on a phone.
        renderOption={({ option }) => `${option.label} (${slotCount(Number(option.value))})`}
        onChange={(value) => onChange(resizeEnd(block, Number(value)))}
      />
      {kinds.length > 1 && (
        <div className={classes.kind}>
          <SelectBox
            label="For"
            aria-label={`${label}: for`}
            value={keyOf(block)}
            data={kinds.map((kind) => ({ value: keyOf(kind), label: nameOf(kind) }))}
            onChange={choose}
          />
        </div>
      )}
      <IconButton icon="close" label={`Remove ${label} ${timeOf(block.from)}`} onClick={onRemove} />
    </div>
  );
}
