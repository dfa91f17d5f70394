import { DEFAULT_INSTRUMENTS } from '#shared/catalogue/defaults-instruments.ts';
import { DEFAULT_SERVICES } from '#shared/catalogue/defaults.ts';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';
import * as queries from './queries.ts';

export { keepOffered, setOffered } from './services/set-offered.ts';

/** Ids by name: services by their `value`, instruments by their slug. */
export interface CatalogueIds {
  readonly services: ReadonlyMap<string, string>;
  readonly instruments: ReadonlyMap<string, string>;
}

/**
 * Adds the default instruments and services (docs/product/catalogue.md#default-services) and returns all ids.
 * Idempotent: existing ones stay unchanged.
 */
export async function installDefaultCatalogue(tx: Tx): Promise<CatalogueIds> {
  await queries.insertCatalogue(tx, {
    instruments: DEFAULT_INSTRUMENTS.map((instrument, position) => ({
      id: newId(),
      position,
      ...instrument,
    })),
    services: DEFAULT_SERVICES.map((service, position) => {
      const { isDefault, isServiceURL, service_url, form, fileUploadRules, ...rest } = service;
      return {
        ...rest,
        id: newId(),
        position,
        is_default: isDefault,
        service_url: isServiceURL ? service_url : null,
        form_flags: JSON.stringify(form),
        file_upload_rules: JSON.stringify(fileUploadRules),
      };
    }),
  });
  return queries.catalogueIds(tx);
}

/** The fields that make a person a musician. */
export interface NewMusician {
  readonly personId: string;
  /** The name in addresses: lower case letters, digits and single hyphens. */
  readonly slug: string;
  /** The IANA zone that weekly hours are read in. */
  readonly zone: string;
  readonly title?: string;
  readonly bio?: string;
  readonly cardDescription?: string;
  readonly image?: string | null;
  /** What they are good at, for the search: 'Jazz', 'Bossa nova'. */
  readonly styles?: readonly string[];
  readonly visible?: boolean;
  /** false: without a page until the musician publishes it (docs/product/profiles.md#new-musicians). */
  readonly published?: boolean;
  /** The place on Explore, smallest first (docs/product/catalogue.md#order-on-explore). */
  readonly rank?: number;
  readonly servicesFirst?: boolean;
  readonly sessionsType?: 'offline' | 'live' | 'all';
  readonly zoomLink?: string | null;
  readonly audiomoversLink?: string | null;
  readonly recreditLimitHours?: number;
  /** Ids. */
  readonly services: readonly string[];
  readonly instruments: readonly string[];
}

/** Makes a person with the role partner a musician who offers services and plays instruments. */
export async function addMusician(tx: Tx, musician: NewMusician): Promise<void> {
  const { personId, slug, zone } = musician;
  await queries.insertMusician(
    tx,
    {
      person_id: personId,
      slug,
      zone,
      title: musician.title ?? '',
      bio: musician.bio ?? '',
      card_description: musician.cardDescription ?? '',
      image: musician.image ?? null,
      styles: [...(musician.styles ?? [])],
      visible: musician.visible ?? musician.published ?? true,
      published: musician.published ?? true,
      rank: musician.rank ?? 1000,
      services_first: musician.servicesFirst ?? false,
      sessions_type: musician.sessionsType ?? 'all',
      zoom_link: musician.zoomLink ?? null,
      audiomovers_link: musician.audiomoversLink ?? null,
      recredit_limit_hours: musician.recreditLimitHours ?? 48,
    },
    musician,
  );
}

/** Takes a musician who is blocked, or is to be none, off Explore; remembers whether they were there. The caller holds the musician's lock (docs/product/operator.md#blocking). */
export function hideMusician(tx: Tx, personId: string): Promise<void> {
  return queries.hideMusician(tx, personId);
}

/** Puts a musician back where they were before they were hidden. The caller holds the musician's lock. */
export function showMusician(tx: Tx, personId: string): Promise<void> {
  return queries.showMusician(tx, personId);
}
