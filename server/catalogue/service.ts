import type {
  FormFlags,
  getPartner as getPartnerEndpoint,
  listInstruments as listInstrumentsEndpoint,
  Service,
} from '#shared/catalogue/contract.ts';
import { DEFAULT_INSTRUMENTS } from '#shared/catalogue/defaults-instruments.ts';
import { DEFAULT_SERVICES } from '#shared/catalogue/defaults.ts';
import type { Sample } from '#shared/catalogue/contract-samples.ts';
import { averageRating, servicePrice, type Buyer } from '#shared/catalogue/rules.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { reading, together } from '../db/pipeline.ts';
import type { Db } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { readDraft } from './draft/read.ts';
import * as queries from './queries.ts';
import { draftedSamples } from './samples/list.ts';

export { CATALOGUE_INVARIANTS } from './queries-invariants.ts';
export { firstSamples, samplesOnPage } from './samples/list.ts';
export { approveDraft, returnDraft, showDraft, type ShownDraft } from './draft/decide.ts';
export { setServices } from './draft/set-services.ts';
export { profileParts } from './draft/parts.ts';
export { profileStanding } from './draft/standing.ts';
export { addService } from './services/add-service.ts';
export { changeService } from './services/change-service.ts';
export { orderServices } from './services/order-services.ts';
export { everyService, serviceForEditing, type ListedRow } from './services/read-services.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A musician; `visible` false is not on Explore and takes no new bookings. */
export type Musician = NonNullable<Awaited<ReturnType<typeof queries.musician>>>;

/** A service that somebody on Explore offers, with how many do. */
export type OfferedService = Awaited<ReturnType<typeof queries.offeredServices>>[number];

/** What is booked for a service. */
export type BookedKind = Awaited<ReturnType<typeof queries.bookedKinds>>[number];

/** A service of the catalogue, not yet priced for a person. */
export type CatalogueService = Omit<Service, 'price'>;

/** A musician by id or slug, whether on Explore or not; undefined when there is none. */
export function musicianById(db: Db, idOrSlug: string): Promise<Musician | undefined> {
  return queries.musician(db, UUID.test(idOrSlug) ? { id: idOrSlug } : { slug: idOrSlug });
}

/** A musician who is on Explore, by id or slug; else undefined. */
export async function shownMusician(db: Db, idOrSlug: string): Promise<Musician | undefined> {
  const row = await musicianById(db, idOrSlug);
  return row?.visible === true ? row : undefined;
}

/**
 * What a musician may offer and play, by their names in the catalogue. The defaults are there before anybody has
 * installed them (docs/product/catalogue.md#default-services).
 */
export async function catalogueNames(db: Db) {
  const { services, instruments } = await queries.catalogueLabels(db);
  const stopped = new Set(services.filter(({ offered }) => !offered).map(({ value }) => value));
  return {
    services: withDefaults(services, DEFAULT_SERVICES).filter(({ value }) => !stopped.has(value)),
    instruments: withDefaults(
      instruments,
      DEFAULT_INSTRUMENTS.map(({ slug: value, label }) => ({ value, label })),
    ),
  };
}

interface Labelled {
  readonly value: string;
  readonly label: string;
}

function withDefaults(known: readonly Labelled[], defaults: readonly Labelled[]): Labelled[] {
  const names = new Set(known.map(({ value }) => value));
  const missing = defaults.filter(({ value }) => !names.has(value));
  return [...known, ...missing].map(({ value, label }) => ({ value, label }));
}

/** All services that can be booked with a musician, in the catalogue's order. */
export async function servicesOf(db: Db, musicianId: string): Promise<CatalogueService[]> {
  return (await queries.servicesOf(db, musicianId)).filter(({ offered }) => offered).map(asService);
}

/** All services of a musician, also those that the studio has stopped: their hours stay (docs/product/catalogue.md#stopped-services). */
export async function servicesOfHours(db: Db, musicianId: string): Promise<CatalogueService[]> {
  return (await queries.servicesOf(db, musicianId)).map(asService);
}

/** The instruments that a musician plays, by label, in the studio's order. */
export function instrumentsOf(db: Db, musicianId: string): Promise<string[]> {
  return queries.instrumentLabels(db, musicianId);
}

/** A musician as their draft has them, with what is on its page; undefined for who is no musician. */
export async function draftedMusician(
  db: Db,
  musicianId: string,
): Promise<
  { musician: Musician; services: CatalogueService[]; instruments: string[]; samples: Sample[] } | undefined
> {
  const musician = await musicianById(db, musicianId);
  const draft = await readDraft(db, { id: musicianId });
  if (musician === undefined || draft === undefined) return undefined;
  const { profile, samples } = draft;
  const { title, card_description, bio, styles } = profile;
  return {
    musician: { ...musician, title, card_description, bio, styles: [...styles] },
    services: (await queries.servicesById(db, profile.services)).map(asService),
    instruments: await queries.labelsOf(db, profile.instruments),
    samples: draftedSamples(profile.samples, samples),
  };
}

/** The services that musicians on Explore offer, in the catalogue's order. */
export function offeredServices(db: Db): Promise<OfferedService[]> {
  return queries.offeredServices(db);
}

/** What is booked for each service that can be booked; unlike `offeredServices`, without counting who offers it. */
export function bookedKinds(db: Db): Promise<BookedKind[]> {
  return queries.bookedKinds(db);
}

/**
 * The fewest credits that one unit costs a buyer, by musician: among the services with these values, or among all
 * (docs/product/explore.md#card).
 */
export async function lowestPrices(
  db: Db,
  musicianIds: readonly string[],
  { buyer, values }: { readonly buyer: Buyer; readonly values?: readonly string[] | undefined },
): Promise<ReadonlyMap<string, number>> {
  const lowest = new Map<string, number>();
  for (const { musician_id, value, ...service } of await queries.pricesOf(db, musicianIds)) {
    if (values !== undefined && !values.includes(value)) continue;
    const price = servicePrice(service, buyer);
    lowest.set(musician_id, Math.min(price, lowest.get(musician_id) ?? price));
  }
  return lowest;
}

interface OfMusician {
  readonly musicianId: string;
  readonly serviceId: string;
}

/** A service that can be booked with this musician, on Explore or not; undefined when it cannot. */
export async function serviceForBooking(db: Db, of: OfMusician): Promise<CatalogueService | undefined> {
  const [row] = await queries.servicesOf(db, of.musicianId, of.serviceId);
  return row?.offered === true ? asService(row) : undefined;
}

/** The same for moving a session that is booked: a service that the studio has stopped goes on for it. */
export async function serviceForMoving(
  db: Db,
  { musicianId, serviceId }: OfMusician,
): Promise<CatalogueService | undefined> {
  const [row] = await queries.servicesOf(db, musicianId, serviceId);
  return row && asService(row);
}

/**
 * The form flags of a service with this musician, whether they still offer it or not. The session type is 'offline'
 * where either of the two is (docs/product/catalogue.md#form-flags).
 */
export async function formFor(
  db: Db,
  { musicianId, serviceId }: { readonly musicianId: string; readonly serviceId: string },
): Promise<Pick<CatalogueService, 'form' | 'session_type'>> {
  const [{ form_flags, session_type }, musician] = await reading(db, (one) =>
    together([queries.formOf(one, serviceId), queries.musician(one, { id: musicianId })]),
  );
  const offline = musician?.sessions_type === 'offline';
  return {
    form: readFlags(form_flags),
    session_type: offline ? 'offline' : session_type,
  };
}

/** Services stored before options existed have none. */
function readFlags(stored: unknown): FormFlags {
  return { extra: null, options: [], ...(stored as Partial<FormFlags>) } as FormFlags;
}

function asService(row: Awaited<ReturnType<typeof queries.servicesOf>>[number]): CatalogueService {
  return {
    ...row,
    isDefault: row.is_default,
    isServiceURL: row.service_url !== null,
    form: readFlags(row.form_flags),
    fileUploadRules: row.file_upload_rules as { value: string }[],
  };
}

/** The instruments of the studio, each with how many musicians on Explore play it. */
export async function listInstruments(
  ctx: SignedInCtx,
): Promise<Result<ResponseOf<typeof listInstrumentsEndpoint>, never>> {
  const instruments = await queries.instruments(ctx.db);
  return ok({ instruments, total: instruments.length });
}

/** A musician's public page (docs/product/catalogue.md#configuration). Links to a session are not part of it. */
export async function getPartner(
  ctx: SignedInCtx,
  { params }: InputOf<typeof getPartnerEndpoint>,
): Promise<Result<ResponseOf<typeof getPartnerEndpoint>, ProblemOf<typeof getPartnerEndpoint>>> {
  const row = await shownMusician(ctx.db, params.id);
  if (row === undefined) return fail('not_found');
  return ok({
    partner: {
      ...row,
      timezone: row.zone,
      instruments: await queries.instrumentLabels(ctx.db, row.id),
      cancellationRecreditLimit: row.recredit_limit_hours,
      services: await servicesOf(ctx.db, row.id),
      rating: averageRating(row),
    },
  });
}
