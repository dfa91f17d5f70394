import { useMemo } from 'react';
import { CREDITS } from '#shared/booking/texts.ts';
import type { Service } from '#shared/catalogue/contract.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { LazySelectBox } from '../../ui/form/LazySelectBox.tsx';
import type { Partner } from '../api.ts';
import { slotViewOf, openingsOf, pick, memoized } from './pick.ts';
import { Picker } from './Picker.tsx';
import { PriorityNotice } from './PriorityNotice.tsx';
import type { PickerSlot } from './slots.ts';
import classes from './TimeStep.module.css';
import { TimesSkeleton } from './TimesSkeleton.tsx';
import { TopUpButton } from '../limits/TopUpButton.tsx';
import { ServiceInfo } from '../form/ServiceInfo.tsx';
import { useBooking } from '../state/booking-context.ts';
import { TellMe } from '../waiting/TellMe.tsx';
import { useTakenSlots } from './use-taken-slots.ts';
import { creditsText, minutesText } from '../form/format.ts';

/** The time step: notices, the service, and the picker. */
export function TimeStep({ partner }: { readonly partner: Partner }) {
  const { slotsResult, service, selection, me, limitations, balance } = useBooking();
  const cost = selection?.ok === true ? selection.value.cost : (service?.price ?? 1);
  return (
    <>
      {balance <= 0 && (
        <Notice tone="waiting" action={<TopUpButton cost={cost} />}>
          {CREDITS.topUp}
        </Notice>
      )}
      {me.has_limitations && <PriorityNotice limitations={limitations} />}
      <ServiceChoice />
      <QueryView query={slotsResult} loading={<TimesSkeleton />}>
        {() => service && <Times key={service.id} partner={partner} service={service} />}
      </QueryView>
    </>
  );
}

/** About the service, with a select where there are several, if there is no service step. */
function ServiceChoice() {
  const { servicesFirst, services, service, chooseService } = useBooking();
  if (servicesFirst || !service) return null;
  return (
    <div>
      {services.length > 1 && (
        <div className={classes.service}>
          <LazySelectBox
            label="Service"
            value={service.id}
            data={services.map(({ id: value, label, unit_minutes, slots, price }) => ({
              value,
              label: `${label} · ${minutesText(unit_minutes * slots)} · ${creditsText(price)}`,
            }))}
            onChange={(value) => value !== null && chooseService(value)}
          />
          <p>{service.short_description}</p>
        </div>
      )}
      <details className={classes.about}>
        <summary>
          About this service <Icon name="down" size={16} />
        </summary>
        <ServiceInfo service={service} />
      </details>
    </div>
  );
}

interface TimesProps {
  readonly partner: Partner;
  readonly service: Service;
}

function Times({ partner, service }: TimesProps) {
  const { me, now, slots, chosen, chooser, buyer, chooseSlots, showError, slug } = useBooking();
  const openings = useMemo(() => openingsOf(slots, service, chooser), [slots, service, chooser]);
  const viewOf = useMemo(
    () => memoized((slot) => slotViewOf({ slot, chosen, openings })),
    [chosen, openings],
  );
  useTakenSlots(chosen, openings, me.timezone, (remaining, message) => {
    chooseSlots(remaining.map(({ id }) => id));
    showError(message);
  });
  const press = (slot: PickerSlot) => {
    const { slots: next, refusal } = pick({ slot, chosen, openings });
    if (refusal === null) chooseSlots(next.map(({ id }) => id));
    else showError(refusal);
  };
  return (
    <>
      <Picker
        slots={slots}
        chosen={chosen}
        viewOf={viewOf}
        press={press}
        zone={me.timezone}
        musicianZone={partner.timezone}
        service={service}
        buyer={buyer}
        openings={openings}
        limited={me.has_limitations}
        now={now}
      />
      <TellMe slug={slug} name={partner.name} />
    </>
  );
}
