import type { ReactNode } from 'react';
import { cost } from '#shared/booking/rules.ts';
import type { Service } from '#shared/catalogue/contract.ts';
import type { Buyer } from '#shared/catalogue/rules.ts';
import type { Look } from './pick.ts';
import classes from './Readout.module.css';
import type { PickerSlot } from './slots.ts';
import { creditsText, lookLabel, minutesText, musicianHours, spanText } from '../form/format.ts';

interface ReadoutProps {
  readonly slot: PickerSlot | null;
  readonly look: { readonly look: Look; readonly why: string } | null;
  readonly zone: string;
  readonly musicianZone: string;
  readonly service: Service;
  readonly buyer: Buyer | null;
  /** A hint about the keys. */
  readonly children: ReactNode;
}

const BOOKABLE: ReadonlySet<Look> = new Set(['free', 'apart', 'held']);

/** Describes the slot under the pointer or the focus: time, the musician's time, and why it looks as it does. */
export function Readout({ slot, look, zone, musicianZone, service, buyer, children }: ReadoutProps) {
  const length = minutesText(service.unit_minutes * service.slots);
  const unit = buyer === null ? length : `${length}, ${creditsText(cost(service, service.slots, buyer))}`;
  if (slot === null || look === null) {
    return (
      <p className={classes.readout} aria-hidden="true">
        <span className={classes.hint}>{`${service.label}: ${unit}.`}</span>
      </p>
    );
  }
  const words =
    look.look === 'restricted'
      ? `${look.why.slice(0, -1)}, until ${lookLabel(look.look, slot.open_from, zone).replace(/^.*until /, '')}.`
      : look.why;
  return (
    <p className={classes.readout} data-look={look.look} aria-hidden="true">
      <b>{spanText(slot, zone)}</b>
      {zone !== musicianZone && (
        <span className={classes.hint}>{musicianHours(slot, zone, musicianZone)}</span>
      )}
      <span>{BOOKABLE.has(look.look) ? `${words} ${unit}.` : words}</span>
      {children}
    </p>
  );
}
