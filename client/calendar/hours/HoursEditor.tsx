import { useState } from 'react';
import { hourName, overlapOf, type SlotKind } from '#shared/calendar/rules-hours.ts';
import { SCHEDULE } from '#shared/calendar/texts.ts';
import { monthName, shortDate } from '#shared/lib/day-names.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { PlainField } from '../../ui/form/PlainField.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import { useMobile } from '../../ui/layout/use-mobile.ts';
import { usePreview, useSchedule } from '../api.ts';
import { useCalendarSource, type Change, type Schedule } from '../source.ts';
import { EffectPreview } from '../dialogs/EffectPreview.tsx';
import { kindNames } from '../kind-names.ts';
import { HoursForm } from './HoursForm.tsx';
import { HoursGrid } from './HoursGrid.tsx';
import { toBlocks, toHours, type HoursBlock } from './hours-blocks.ts';
import classes from './HoursEditor.module.css';

interface HoursEditorProps {
  readonly schedule: Schedule;
  readonly onClose: () => void;
}

const longDate = (day: string): string => {
  const date = Temporal.PlainDate.from(day);
  return `${date.day} ${monthName(date)} ${date.year}`;
};
const keyOf = ({ category, unit_minutes }: SlotKind): string => `${category} ${unit_minutes}`;

/** Weekly hours by dragging and by a form, valid from a day on (docs/product/calendar.md#weekly-hours). */
export function HoursEditor({ schedule, onClose }: HoursEditorProps) {
  const { kinds, today, zone } = schedule;
  const mobile = useMobile();
  const [version] = useState(schedule.version);
  const [validFrom, setValidFrom] = useState(today);
  const [blocks, setBlocks] = useState<HoursBlock[]>(() => toBlocks(schedule.hours[0]?.hours ?? []));
  const [kind, setKind] = useState<SlotKind | undefined>(kinds[0]);
  const { saving } = useSchedule();
  const { texts } = useCalendarSource();
  const nameOf = kindNames(kinds);
  const hours = toHours(blocks);
  const overlap = overlapOf(hours);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(validFrom);
  const change: Change | null =
    overlap === null && isDay ? { kind: 'hours', valid_from: validFrom, hours } : null;
  const preview = usePreview(version, change);
  const mayNot = change === null || !preview.isSettled || preview.error !== null || saving.isPending;
  const later = schedule.hours.slice(1).filter(({ valid_from }) => valid_from > validFrom);
  const save = () => {
    if (change === null || mayNot) return;
    const said = texts.hoursValid(longDate(validFrom));
    saving.mutate({ version, change, said }, { onSuccess: onClose });
  };
  if (kind === undefined)
    return (
      <EmptyState title="No services yet" action={<Button onClick={onClose}>Back to the calendar</Button>}>
        {texts.noServices}
      </EmptyState>
    );

  return (
    <section className={classes.editor} aria-labelledby="weekly-hours">
      <header className={classes.header}>
        <h2 id="weekly-hours" tabIndex={-1} ref={focusOnce}>
          Weekly hours
        </h2>
        <p>
          All times are in {zone.replaceAll('_', ' ')}.
          {!mobile && ' Drag on the grid to add hours, drag hours to move them, or use the form below.'}
        </p>
      </header>
      <div className={classes.options}>
        <PlainField label="Valid from" type="date" min={today} value={validFrom} onChange={setValidFrom} />
        {kinds.length > 1 && (
          <SelectBox
            label="New hours are for"
            value={keyOf(kind)}
            data={kinds.map((one) => ({ value: keyOf(one), label: nameOf(one) }))}
            onChange={(value) => setKind(kinds.find((one) => keyOf(one) === value) ?? kind)}
          />
        )}
        {schedule.hours.length > 1 && (
          <SelectBox
            label="Start with the hours from"
            value={null}
            placeholder="Choose..."
            data={schedule.hours.map((one) => ({ value: one.valid_from, label: longDate(one.valid_from) }))}
            onChange={(value) => {
              const chosen = schedule.hours.find((one) => one.valid_from === value);
              if (chosen !== undefined) setBlocks(toBlocks(chosen.hours));
            }}
          />
        )}
      </div>
      {later.length > 0 && (
        <Notice tone="waiting">
          {texts.replaced}{' '}
          {later.map(({ valid_from }) => shortDate(Temporal.PlainDate.from(valid_from))).join(', ')} on.
        </Notice>
      )}
      {!mobile && <HoursGrid blocks={blocks} onChange={setBlocks} kind={kind} nameOf={nameOf} />}
      <div className={classes.columns}>
        <HoursForm blocks={blocks} onChange={setBlocks} kinds={kinds} kind={kind} nameOf={nameOf} />
        <div className={classes.side}>
          <EffectPreview
            preview={
              change === null
                ? {
                    data: undefined,
                    error: null,
                    isSettled: false,
                  }
                : preview
            }
            zone={zone}
            waiting={isDay ? 'Once no hours overlap.' : 'Choose a day first.'}
          />
          {/* Not an alert: those are scrolled into view, and this comes and goes during a drag. */}
          <div aria-live="polite">
            {overlap !== null && (
              <Notice tone="danger">{SCHEDULE.overlap(hourName(overlap[0]), hourName(overlap[1]))}</Notice>
            )}
          </div>
          {saving.error !== null && (
            <Notice tone="danger" alert>
              {errorMessage(saving.error)}
            </Notice>
          )}
          <div className={classes.buttons}>
            <Button kind="plain" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={save} aria-disabled={mayNot || undefined}>
              {saving.isPending ? 'Saving...' : 'Save hours'}
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}

const focusOnce = (heading: HTMLElement | null) => heading?.focus();
