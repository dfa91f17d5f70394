import { openingMask } from '#shared/calendar/rules-openings.ts';
import type {
  partnerFilters as partnerFiltersEndpoint,
  searchPartners as searchPartnersEndpoint,
} from '#shared/explore/contract.ts';
import { servicePrice } from '#shared/catalogue/rules.ts';
import { isTimed, searchWords, wantedSpans } from '#shared/explore/rules-filters.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { dayOf, lastBookableDay } from '#shared/lib/time.ts';
import { entitlements } from '../../billing/service.ts';
import { lookAhead } from '../../calendar/service.ts';
import { bookedKinds, offeredServices, type BookedKind } from '../../catalogue/service.ts';
import { limitations } from '../../content/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { toCards } from '../to-cards.ts';
import * as queries from './queries.ts';

type Query = InputOf<typeof searchPartnersEndpoint>['query'];

/** Musicians who fit the filters, a page of them, and how many there are (docs/product/explore.md#filters). */
export async function searchPartners(
  ctx: SignedInCtx,
  { query }: InputOf<typeof searchPartnersEndpoint>,
): Promise<Result<ResponseOf<typeof searchPartnersEndpoint>, ProblemOf<typeof searchPartnersEndpoint>>> {
  const { db, now, actor } = ctx;
  const { start_date, end_date } = query;
  if (start_date !== undefined && end_date !== undefined && end_date < start_date) return fail('bad_range');
  const [buyer, all] = await Promise.all([entitlements(db, actor.id, now), bookedKinds(db)]);
  const values = query.services === undefined ? undefined : query.services.split(',');
  const chosen = values === undefined ? all : all.filter(({ value }) => values.includes(value));
  const { rows, total } = await queries.search(db, {
    services: values === undefined ? undefined : chosen,
    instrument: query.instrument,
    words: searchWords(query.q ?? ''),
    booking: isTimed(query) ? await wantedBooking(ctx, { query, chosen, buyer }) : undefined,
    sort: query.sort,
    page: query.page,
    size: query.size,
    now,
  });
  const cards = await toCards(db, rows, { buyer, services: values });
  const partners = cards.map((card, index) => ({
    ...card,
    free_at: (rows[index]?.free_at ?? []).map((at) => Temporal.Instant.from(at).toString()),
  }));
  return ok({ partners, total });
}

interface Wanted {
  readonly query: Query;
  readonly chosen: readonly BookedKind[];
  readonly buyer: { readonly has_limitations: boolean };
}

/** The wanted time, and for each kind of booking when it may begin for the caller. */
async function wantedBooking(
  ctx: SignedInCtx,
  { query, chosen, buyer }: Wanted,
): Promise<queries.WantedBooking> {
  const { now, actor } = ctx;
  const spans = wantedSpans(query, query.timezone ?? actor.zone, now);
  const bookable = lookAhead(now, actor.zone, MOST_DAYS).subtract({ milliseconds: 1 });
  const { booking_priority_end } = await limitations(ctx);
  const open = now.add({ minutes: booking_priority_end });
  const isSooner = buyer.has_limitations && Temporal.Instant.compare(open, bookable) < 0;
  const lastStart = isSooner ? open : bookable;
  const kinds = Map.groupBy(chosen, ({ unit_minutes, slots }) => `${unit_minutes} ${slots}`);
  return {
    spans,
    lastStart,
    kinds: [...kinds.values()].flatMap(([kind]) =>
      kind === undefined ? [] : { ...kind, mask: openingMask(spans, kind, { now, lastStart }) },
    ),
  };
}

/** More than two months have. */
const MOST_DAYS = 90;

/** What the filters offer the caller (docs/product/explore.md#filters). */
export async function partnerFilters(
  ctx: SignedInCtx,
): Promise<Result<ResponseOf<typeof partnerFiltersEndpoint>, never>> {
  const { db, now, actor } = ctx;
  const [buyer, offered] = await Promise.all([entitlements(db, actor.id, now), offeredServices(db)]);
  const services = offered.map((service) => ({
    value: service.value,
    label: service.label,
    musicians: service.musicians,
    price: servicePrice(service, buyer),
  }));
  return ok({
    services,
    first_date: dayOf(now, actor.zone).toString(),
    last_date: lastBookableDay(now, actor.zone).toString(),
    total: services.length,
  });
}
