import { useId } from 'react';
import { CREDITS } from '../../../shared/booking/texts.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { Partner } from '../api.ts';
import { lookOf, pick } from './pick.ts';
import { Picker } from './Picker.tsx';
import type { PickerSlot } from './slots.ts';
import classes from './TimeStep.module.css';
import { TimesRead } from './TimesRead.tsx';
import type { Booking } from './use-booking.ts';

/** The time's step: what to know before, the service, and the picker. */
export function TimeStep({ booking, partner }: { booking: Booking; partner: Partner }) {
  const { slotsRead, slots, me, limitations, balance } = booking;
  return (
    <>
      {balance <= 0 && <Notice tone="waiting">{CREDITS.topUp}</Notice>}
      {me.has_limitations && (
        <Notice tone="waiting" title={limitations.booking_priority_header}>
          {limitations.booking_priority_body}
        </Notice>
      )}
      <ServiceChoice booking={booking} />
      <TimesRead query={slotsRead}>
        <Times booking={booking} partner={partner} slots={slots} />
      </TimesRead>
    </>
  );
}

/** With several services and none asked for before, the time's step lets one change it (its default is chosen). */
function ServiceChoice({ booking }: { booking: Booking }) {
  const id = useId();
  const { servicesFirst, services, service } = booking;
  if (servicesFirst || services.length < 2 || !service) return null;
  return (
    <div className={classes.service}>
      <label htmlFor={id}>Service</label>
      <select id={id} value={service.id} onChange={({ target }) => booking.chooseService(target.value)}>
        {services.map(({ id: value, label, unit_minutes, slots, price }) => (
          <option key={value} value={value}>
            {`${label} · ${unit_minutes * slots} min · ${price} ${price === 1 ? 'credit' : 'credits'}`}
          </option>
        ))}
      </select>
      <p>{service.short_description}</p>
    </div>
  );
}

interface TimesProps {
  readonly booking: Booking;
  readonly partner: Partner;
  readonly slots: readonly PickerSlot[];
}

function Times({ booking, partner, slots }: TimesProps) {
  const { me, now, chosen, service, chooser, buyer } = booking;
  if (!service) return null;
  const press = (slot: PickerSlot) => {
    const { slots: next, refusal } = pick({ slot, chosen, all: slots, service, chooser });
    if (refusal === null) booking.chooseSlots(next.map(({ id }) => id));
    else booking.setTrouble(refusal);
  };
  return (
    <Picker
      key={service.id}
      slots={slots}
      chosen={chosen}
      look={(slot) => lookOf({ slot, chosen, all: slots, service, chooser })}
      press={press}
      zone={me.timezone}
      musicianZone={partner.timezone}
      service={service}
      buyer={buyer}
      chooser={chooser}
      now={now}
    />
  );
}
