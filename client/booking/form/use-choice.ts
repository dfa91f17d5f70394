import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { checkSelection } from '#shared/booking/rules.ts';
import type { Buyer } from '#shared/catalogue/rules.ts';
import { LIMITATIONS } from '#shared/content/rules.ts';
import type { Me } from '#shared/me/contract.ts';
import { configurationQuery, limitationsQuery, type Partner, slotsQuery } from '../api.ts';
import { fallbackConfiguration } from './configuration.ts';
import type { Choice } from '../state/choice.ts';
import { slotsFor } from '../time/slots.ts';
import { useChooser } from '../time/use-chooser.ts';

interface ChoiceInput {
  readonly me: Me;
  readonly slug: string;
  readonly choice: Pick<Choice, 'serviceId' | 'slotIds'>;
  readonly partner: Partner | null | undefined;
}

/** A musician's services and slots, the choice among them, and whether it is valid. */
export function useChoice({ me, slug, choice, partner }: ChoiceInput) {
  const configured = useQuery(configurationQuery(slug));
  const limitations = useQuery({ ...limitationsQuery, enabled: me.has_limitations }).data ?? LIMITATIONS;
  const buyer = useMemo(
    (): Buyer => ({
      cohort: me.cohort ?? 'public',
      cohorts: me.cohorts,
      isAnnual: me.subscription.isAnnual,
    }),
    [me],
  );
  const configuration = useMemo(
    () =>
      configured.isError && configured.data === undefined && partner
        ? fallbackConfiguration(partner, buyer)
        : configured.data,
    [configured.isError, configured.data, partner, buyer],
  );
  const services = useMemo(() => configuration?.services.servicesList ?? [], [configuration]);
  const servicesFirst = configuration?.services_first ?? false;
  const byDefault = servicesFirst ? undefined : (services.find(({ isDefault }) => isDefault) ?? services[0]);
  const service = services.find(({ id }) => id === choice.serviceId) ?? byDefault;

  const musicianId = partner?.id;
  const slotsResult = useQuery({ ...slotsQuery(musicianId ?? ''), enabled: musicianId !== undefined });
  const slots = useMemo(
    () => (service && slotsResult.data ? slotsFor(service, slotsResult.data) : []),
    [service, slotsResult.data],
  );
  const chosen = useMemo(
    () => slots.filter(({ id }) => choice.slotIds.includes(id)),
    [slots, choice.slotIds],
  );
  const { has_limitations, timezone: zone } = me;
  const { booking_priority_end } = limitations;
  const chooser = useChooser({ slots, service, has_limitations, booking_priority_end, zone });
  const selection = service ? checkSelection({ ...chooser, slots: chosen, service, buyer }) : null;
  return {
    now: chooser.now,
    configuration,
    limitations,
    services,
    servicesFirst,
    service,
    slots,
    slotsResult,
    chosen,
    chooser,
    buyer,
    selection,
  };
}
