import type { ReactNode } from 'react';
import { cost } from '#shared/booking/rules.ts';
import type { Buyer } from '#shared/catalogue/rules.ts';
import type { PickedService, SlotState } from './pick.ts';
import classes from './SlotSummary.module.css';
import type { PickerSlot } from './slots.ts';
import { creditsText, stateLabel, minutesText, musicianHours, spanText } from '../form/format.ts';

interface SlotSummaryProps {
  readonly slot: PickerSlot | null;
  readonly view: { readonly state: SlotState; readonly reason: string } | null;
  readonly zone: string;
  readonly musicianZone: string;
  readonly service: PickedService;
  readonly buyer: Buyer | null;
  /** A hint about the keys. */
  readonly children: ReactNode;
}

const BOOKABLE: ReadonlySet<SlotState> = new Set(['free', 'apart', 'held']);

/** Describes the hovered or focused slot: time, the musician's time, and its state. */
export function SlotSummary({ slot, view, zone, musicianZone, service, buyer, children }: SlotSummaryProps) {
  const length = minutesText(service.unit_minutes * service.slots);
  const unit = buyer === null ? length : `${length}, ${creditsText(cost(service, service.slots, buyer))}`;
  if (slot === null || view === null) {
    return (
      <p className={classes.summary} aria-hidden="true">
        <span className={classes.hint}>{`${service.label}: ${unit}.`}</span>
      </p>
    );
  }
  const words =
    view.state === 'restricted'
      ? `${view.reason.slice(0, -1)}, until ${stateLabel(view.state, slot.open_from, zone).replace(/^.*until /, '')}.`
      : view.reason;
  return (
    <p className={classes.summary} data-state={view.state} aria-hidden="true">
      <b>{spanText(slot, zone)}</b>
      {zone !== musicianZone && (
        <span className={classes.hint}>{musicianHours(slot, zone, musicianZone)}</span>
      )}
      <span>{BOOKABLE.has(view.state) ? `${words} ${unit}.` : words}</span>
      {children}
    </p>
  );
}
