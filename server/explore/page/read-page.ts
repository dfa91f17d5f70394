import { createHash } from 'node:crypto';
import { entitlementsOf } from '#shared/billing/rules.ts';
import { averageRating, pageAccess, servicePrice } from '#shared/catalogue/rules.ts';
import type {
  Comment,
  MusicianPage,
  musicianComments as musicianCommentsEndpoint,
  musicianPage as musicianPageEndpoint,
} from '#shared/explore/contract-page.ts';
import {
  CASES_DAYS,
  COMMENTS_FIRST,
  clientName,
  FREE_TIMES,
  typicalMinutes,
} from '#shared/explore/rules-page.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { entitlements, SIGNED_UP } from '../../billing/service.ts';
import { lookAhead } from '../../calendar/service.ts';
import {
  instrumentsOf,
  samplesOnPage,
  servicesOf,
  shownMusician,
  type CatalogueService,
  type Musician,
} from '../../catalogue/service.ts';
import { limitations } from '../../content/service.ts';
import { reading, together } from '../../db/pipeline.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import * as queries from './queries.ts';

const DAYS_AHEAD = 90;

/** A musician's page as the caller sees it, with their prices (docs/product/musician-page.md). */
export async function readPage(
  ctx: Ctx,
  { params }: InputOf<typeof musicianPageEndpoint>,
): Promise<Result<ResponseOf<typeof musicianPageEndpoint>, ProblemOf<typeof musicianPageEndpoint>>> {
  const found = await openPage(ctx, params.slug);
  if (!found.ok) return found;
  const { id } = found.value;
  const [services, samples, instruments] = await reading(ctx.db, (db) =>
    together([servicesOf(db, id), samplesOnPage(db, id), instrumentsOf(db, id)]),
  );
  return ok({ musician: await pageOf(ctx, found.value, { services, samples, instruments }) });
}

/** What a page shows that a musician chooses. */
export interface Chosen {
  readonly services: readonly CatalogueService[];
  readonly samples: MusicianPage['samples'];
  readonly instruments: string[];
}

/** A musician's page with what they have chosen, published or not, at the caller's prices. */
export async function pageOf(
  ctx: Ctx,
  { id, zone, ...musician }: Musician,
  { services, samples, instruments }: Chosen,
): Promise<MusicianPage> {
  const { db, now, actor } = ctx;
  const since = now.subtract({ hours: 24 * CASES_DAYS });
  const [buyer, comments, typical] = await reading(db, (one) =>
    together([
      actor?.role === 'client' ? entitlements(one, actor.id, now) : entitlementsOf(SIGNED_UP),
      queries.comments(one, { musicianId: id, now, page: 0, size: COMMENTS_FIRST }),
      queries.typicalTimes(one, { musicianId: id, since, now }),
    ]),
  );
  const free = await freeTimes(ctx, { id, zone: actor?.zone ?? zone, isLimited: buyer.has_limitations });
  return {
    ...musician,
    id,
    timezone: zone,
    instruments,
    services: services.map((service) => ({ ...service, price: servicePrice(service, buyer) })),
    samples,
    rating: averageRating(musician),
    comments: comments.rows.map((row) => toComment(row, id)),
    comments_total: comments.total,
    next_free: free.map(String),
    answer_minutes: typicalMinutes(typical.answers),
    delivery_minutes: typicalMinutes(typical.deliveries),
  };
}

/** What clients wrote of a musician, a page of it (docs/product/musician-page.md#ratings). */
export async function listComments(
  ctx: Ctx,
  { params, query }: InputOf<typeof musicianCommentsEndpoint>,
): Promise<Result<ResponseOf<typeof musicianCommentsEndpoint>, ProblemOf<typeof musicianCommentsEndpoint>>> {
  const found = await openPage(ctx, params.slug);
  if (!found.ok) return found;
  const musicianId = found.value.id;
  const { rows, total } = await queries.comments(ctx.db, { ...query, musicianId, now: ctx.now });
  return ok({ comments: rows.map((row) => toComment(row, musicianId)), total });
}

/** The musician, if the caller may see their page (docs/product/musician-page.md#who-may-look). */
async function openPage(
  { db, actor, flags }: Ctx,
  slug: string,
): Promise<Result<Musician, 'not_found' | 'sign_in_first'>> {
  const access = pageAccess(actor?.role ?? null, { isPublic: flags['public-musician-pages'] });
  if (access !== 'open') return fail(access);
  const musician = await shownMusician(db, slug);
  return musician === undefined ? fail('not_found') : ok(musician);
}

/** When the musician is free next, as far as the caller may book (docs/product/musician-page.md#next-free-times). */
async function freeTimes(
  ctx: Ctx,
  { id, zone, isLimited }: { readonly id: string; readonly zone: string; readonly isLimited: boolean },
): Promise<Temporal.Instant[]> {
  const { db, now } = ctx;
  const bookable = lookAhead(now, zone, DAYS_AHEAD);
  const { booking_priority_end } = await limitations(ctx);
  // A slot opens to everybody exactly that long before it begins.
  const open = now.add({ minutes: booking_priority_end, milliseconds: 1 });
  const isSooner = isLimited && Temporal.Instant.compare(open, bookable) < 0;
  return queries.nextFree(db, {
    musicianId: id,
    now,
    until: isSooner ? open : bookable,
    limit: FREE_TIMES,
  });
}

function toComment(row: queries.CommentRow, musicianId: string): Comment {
  const { session_id, client_name, stars, comment, created_at } = row;
  const id = createHash('sha256').update(`${musicianId} ${session_id}`).digest('base64url').slice(0, 16);
  const month = created_at.toZonedDateTimeISO('UTC').toPlainDate().toPlainYearMonth().toString();
  return { id, name: clientName(client_name), stars, comment, month };
}
