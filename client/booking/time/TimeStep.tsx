import { useId, useMemo } from 'react';
import { CREDITS } from '../../../shared/booking/texts.ts';
import type { Service } from '../../../shared/catalogue/contract.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { Partner } from '../api.ts';
import { lookOf, openingsOf, pick, remembered } from './pick.ts';
import { Picker } from './Picker.tsx';
import type { PickerSlot } from './slots.ts';
import classes from './TimeStep.module.css';
import { TimesRead } from './TimesRead.tsx';
import type { Booking } from './use-booking.ts';

/** The time's step: what to know before, the service, and the picker. */
export function TimeStep({ booking, partner }: { booking: Booking; partner: Partner }) {
  const { slotsRead, service, me, limitations, balance } = booking;
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
        {service && <Times key={service.id} booking={booking} partner={partner} service={service} />}
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
  readonly service: Service;
}

function Times({ booking, partner, service }: TimesProps) {
  const { me, now, slots, chosen, chooser, buyer } = booking;
  const openings = useMemo(() => openingsOf(slots, service, chooser), [slots, service, chooser]);
  const look = useMemo(() => remembered((slot) => lookOf({ slot, chosen, openings })), [chosen, openings]);
  const press = (slot: PickerSlot) => {
    const { slots: next, refusal } = pick({ slot, chosen, openings });
    if (refusal === null) booking.chooseSlots(next.map(({ id }) => id));
    else booking.setTrouble(refusal);
  };
  return (
    <Picker
      slots={slots}
      chosen={chosen}
      look={look}
      press={press}
      zone={me.timezone}
      musicianZone={partner.timezone}
      service={service}
      buyer={buyer}
      openings={openings}
      limited={me.has_limitations}
      now={now}
    />
  );
}
