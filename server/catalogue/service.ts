import type {
  FormFlags,
  getPartner as getPartnerEndpoint,
  listInstruments as listInstrumentsEndpoint,
  Service,
} from '../../shared/catalogue/contract.ts';
import { averageRating } from '../../shared/catalogue/rules.ts';
import type { AnswerOf, InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { Db } from '../db/transaction.ts';
import type { SignedInCtx } from '../lib/ctx.ts';
import type * as z from 'zod/mini';
import * as queries from './queries.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A musician as other rooms ask for one; `visible` false is not on Explore and takes no new bookings. */
export type Musician = NonNullable<Awaited<ReturnType<typeof queries.musician>>>;

/** A service of the catalogue before it is priced for somebody. */
export type CatalogueService = Omit<Service, 'price'>;

/** A musician by id or slug, whether on Explore or not; undefined when there is none. */
export function musicianById(db: Db, idOrSlug: string): Promise<Musician | undefined> {
  return queries.musician(db, UUID.test(idOrSlug) ? { id: idOrSlug } : { slug: idOrSlug });
}

/** A musician whom this person may look at: one on Explore, or themself; the operator sees all. */
export async function shownMusician(
  db: Db,
  idOrSlug: string,
  viewer: { readonly id: string; readonly role: string },
): Promise<Musician | undefined> {
  const found = await musicianById(db, idOrSlug);
  const shown = found && (found.visible || found.id === viewer.id || viewer.role === 'operator');
  return shown ? found : undefined;
}

/** All that a musician offers, in the catalogue's order. */
export async function servicesOf(db: Db, musicianId: string): Promise<CatalogueService[]> {
  return (await queries.servicesOf(db, musicianId)).map(asService);
}

/** A service that this musician offers, on Explore or not; undefined when they do not. */
export async function serviceForBooking(
  db: Db,
  asked: { readonly musicianId: string; readonly serviceId: string },
): Promise<CatalogueService | undefined> {
  const [row] = await queries.servicesOf(db, asked.musicianId, asked.serviceId);
  return row && asService(row);
}

/**
 * The booking form of a service with this musician, also for a session that was booked before they stopped offering it:
 * its flags, and 'offline' where either of the two is (part 2 section 5).
 */
export async function formFor(
  db: Db,
  { musicianId, serviceId }: { readonly musicianId: string; readonly serviceId: string },
): Promise<Pick<CatalogueService, 'form' | 'session_type'>> {
  const { form_flags, session_type } = await queries.formOf(db, serviceId);
  const musician = await queries.musician(db, { id: musicianId });
  const offline = musician?.sessions_type === 'offline';
  return {
    form: form_flags as z.infer<typeof FormFlags>,
    session_type: offline ? 'offline' : session_type,
  };
}

function asService(row: Awaited<ReturnType<typeof queries.servicesOf>>[number]): CatalogueService {
  return {
    ...row,
    isDefault: row.is_default,
    isServiceURL: row.service_url !== null,
    form: row.form_flags as z.infer<typeof FormFlags>,
    fileUploadRules: row.file_upload_rules as { value: string }[],
  };
}

/** The instruments of the studio, each with how many musicians on Explore play it (part 2 section 3). */
export async function listInstruments(
  ctx: SignedInCtx,
): Promise<Result<AnswerOf<typeof listInstrumentsEndpoint>, never>> {
  const instruments = await queries.instruments(ctx.db);
  return ok({ instruments, total: instruments.length });
}

/** A musician's configuration (part 2 section 7). The links to a session are for those who have one. */
export async function getPartner(
  ctx: SignedInCtx,
  { params }: InputOf<typeof getPartnerEndpoint>,
): Promise<Result<AnswerOf<typeof getPartnerEndpoint>, ProblemOf<typeof getPartnerEndpoint>>> {
  const found = await shownMusician(ctx.db, params.id, ctx.actor);
  if (found === undefined) return fail('not_found');
  return ok({
    partner: {
      ...found,
      timezone: found.zone,
      instruments: await queries.instrumentLabels(ctx.db, found.id),
      cancellationRecreditLimit: found.recredit_limit_hours,
      rating: averageRating(found),
    },
  });
}
