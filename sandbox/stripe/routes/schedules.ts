import { addSchedule, newPhase, phaseEnd, release, type PhaseItem } from '../engine/schedules.ts';
import { taxRates } from '../engine/subscription-items.ts';
import { endSubscription } from '../engine/subscription-state.ts';
import { invalid } from '../http/errors.ts';
import {
  clearable,
  integer,
  integerIn,
  list,
  mergeMetadata,
  metadata,
  object,
  oneOf,
  required,
  text,
  type ValueOf,
} from '../http/params.ts';
import { listOf, retrieve, route, type Route } from '../http/route.ts';
import type { Kinds } from '../store/kinds.ts';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';
import { given } from './charges.ts';
import { intervalName } from './shapes.ts';

const proration = oneOf('none', 'create_prorations', 'always_invoice');

const phase = object({
  items: required(
    list(
      object({
        price: required(text),
        quantity: integerIn(1, 1_000_000),
        metadata,
        tax_rates: clearable(list(text)),
      }),
    ),
  ),
  duration: object({ interval: required(intervalName), interval_count: integerIn(1, 60) }),
  start_date: integer,
  end_date: integer,
  default_tax_rates: clearable(list(text)),
  discounts: list(object({ discount: required(text) })),
  metadata,
  proration_behavior: proration,
});

type Phase = Kinds['subscription_schedule']['phases'][number];

const itemsOf = async (work: Work, input: ValueOf<typeof phase>, param: string): Promise<PhaseItem[]> => {
  const items: PhaseItem[] = [];
  for (const [nr, item] of input.items.entries()) {
    const price = await work.get('price', item.price, `${param}[items][${nr}][price]`);
    if (price.recurring === null)
      throw invalid('The price must be recurring.', `${param}[items][${nr}][price]`);
    items.push({
      price,
      quantity: item.quantity ?? 1,
      metadata: mergeMetadata({}, item.metadata),
      taxRates: await taxRates(work, item.tax_rates, `${param}[items][${nr}][tax_rates]`),
    });
  }
  return items;
};

/** The phases of an update, each beginning where the one before ends. The running one keeps its start. */
async function phasesOf(
  work: Work,
  schedule: Kinds['subscription_schedule'],
  inputs: readonly ValueOf<typeof phase>[],
): Promise<Phase[]> {
  const running = schedule.current_phase;
  if (running === null) throw invalid('The schedule has no running phase.', 'phases');
  const phases: Phase[] = [];
  let start = running.start_date;
  for (const [nr, input] of inputs.entries()) {
    const param = `phases[${nr}]`;
    if (input.start_date !== undefined && input.start_date !== start) {
      throw invalid(
        nr === 0
          ? 'You can not modify the start date of the current phase.'
          : 'The start date of a phase must be the end date of the one before.',
        `${param}[start_date]`,
      );
    }
    if (input.end_date !== undefined && input.duration !== undefined)
      throw invalid(
        'You may only specify one of these parameters: end_date, duration.',
        `${param}[duration]`,
        'parameters_exclusive',
      );
    const items = await itemsOf(work, input, param);
    const [first] = items;
    if (first === undefined)
      throw invalid(`Missing required param: ${param}[items].`, `${param}[items]`, 'parameter_missing');
    const duration =
      input.duration === undefined
        ? undefined
        : { interval: input.duration.interval, interval_count: input.duration.interval_count ?? 1 };
    const kept =
      nr === 0 && input.end_date === undefined && duration === undefined ? running.end_date : undefined;
    const end = kept ?? input.end_date ?? phaseEnd(start, duration, first.price);
    if (end <= start) throw invalid('The end date of a phase must be after its start.', `${param}[end_date]`);
    phases.push(
      newPhase(first.price.currency, items, { start, end }, input.proration_behavior ?? 'create_prorations', {
        metadata: mergeMetadata({}, input.metadata),
        taxRates: await taxRates(work, input.default_tax_rates, `${param}[default_tax_rates]`),
        discounts: await discountsOf(work, input.discounts ?? [], `${param}[discounts]`),
      }),
    );
    start = end;
  }
  return phases;
}

async function discountsOf(
  work: Work,
  inputs: readonly { readonly discount: string }[],
  param: string,
): Promise<string[]> {
  const ids: string[] = [];
  for (const [nr, { discount }] of inputs.entries())
    ids.push((await work.get('discount', discount, `${param}[${nr}][discount]`)).id);
  return ids;
}

function requireActive({ status }: Kinds['subscription_schedule'], act: string): void {
  if (status === 'active' || status === 'not_started') return;
  throw invalid(
    `You cannot ${act} a subscription schedule that is currently in the \`${status}\` status. It must be one of \`not_started\` or \`active\`.`,
  );
}

export const schedules: readonly Route[] = [
  route(
    'POST',
    '/v1/subscription_schedules',
    { from_subscription: required(text), metadata },
    async ({ work, input }) => {
      const subscription = await work.get('subscription', input.from_subscription, 'from_subscription');
      const at = await work.timeOf(idOf(subscription.customer));
      return addSchedule(work, subscription, at, mergeMetadata({}, input.metadata));
    },
  ),
  listOf('/v1/subscription_schedules', 'subscription_schedule', { customer: text }, ({ input }) =>
    given({ customer: input.customer }),
  ),
  retrieve('/v1/subscription_schedules/:id', 'subscription_schedule'),
  route(
    'POST',
    '/v1/subscription_schedules/:id',
    {
      end_behavior: oneOf('release', 'cancel'),
      metadata,
      phases: list(phase),
      proration_behavior: proration,
    },
    async ({ work, input, ids: [id = ''] }) => {
      const schedule = await work.get('subscription_schedule', id);
      requireActive(schedule, 'update');
      if (input.end_behavior !== undefined) schedule.end_behavior = input.end_behavior;
      if (input.phases !== undefined) {
        schedule.phases = await phasesOf(work, schedule, input.phases);
        const [first] = schedule.phases;
        if (first === undefined) throw invalid('You must pass at least one phase.', 'phases');
        schedule.current_phase = { start_date: first.start_date, end_date: first.end_date };
        work.hidden(schedule).due = first.end_date;
      }
      schedule.metadata = mergeMetadata(schedule.metadata, input.metadata);
      await work.emit('subscription_schedule.updated', schedule);
      return schedule;
    },
  ),
  route('POST', '/v1/subscription_schedules/:id/release', {}, async ({ work, ids: [id = ''] }) => {
    const schedule = await work.get('subscription_schedule', id);
    requireActive(schedule, 'release');
    await release(work, schedule, await work.timeOf(idOf(schedule.customer)));
    return schedule;
  }),
  route('POST', '/v1/subscription_schedules/:id/cancel', {}, async ({ work, ids: [id = ''] }) => {
    const schedule = await work.get('subscription_schedule', id);
    requireActive(schedule, 'cancel');
    const subscription = await work.get('subscription', idOf(schedule.subscription) ?? '');
    await endSubscription(
      work,
      subscription,
      await work.timeOf(idOf(schedule.customer)),
      'cancellation_requested',
    );
    return schedule;
  }),
];
