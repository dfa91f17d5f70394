import { countryName } from '../lib/countries.ts';

/** The bundle that is selected by default (docs/product/content.md#free-bundle). */
export function freeBundleOf<B extends { readonly price: number; readonly credits: number }>(
  bundles: readonly B[],
): B | undefined {
  return bundles.find(({ price, credits }) => price === 0 && credits === 0);
}

/** Allowed tags of the studio's HTML (docs/product/content.md#html). */
export const HTML_TAGS = [
  'p',
  'br',
  'strong',
  'em',
  'a',
  'ul',
  'ol',
  'li',
  'h2',
  'h3',
  'h4',
  'blockquote',
  'code',
] as const;

/** Allowed links (docs/product/content.md#links). */
export const SAFE_LINK = /^(?:\/(?![/\\])|https?:\/\/|mailto:)[^\s\\\p{Cc}]*$/u;

interface DocumentError {
  readonly field: string;
  readonly message: string;
}

const duplicates = (names: readonly string[], field: (index: number) => string): DocumentError[] =>
  names.flatMap((name, index) =>
    names.indexOf(name) < index ? [{ field: field(index), message: `"${name}" is there twice.` }] : [],
  );

interface Chosen {
  readonly plans?: readonly string[];
  readonly bundles: readonly string[];
  readonly orchestras: readonly string[];
}
type Offered = Readonly<Record<'plans' | 'bundles' | 'orchestras', readonly { readonly id: string }[]>>;

/** Errors of the offers that the schema cannot find (docs/product/content.md#writing-a-document). */
export function catalogueErrors(
  pricing: Offered & { readonly cohorts: object; readonly regions: readonly Chosen[] },
): readonly DocumentError[] {
  const kinds = ['plans', 'bundles', 'orchestras'] as const;
  const unknown = (chosen: Chosen, where: string): DocumentError[] =>
    kinds.flatMap((kind) =>
      (chosen[kind] ?? []).flatMap((id, index) =>
        pricing[kind].some((offer) => offer.id === id)
          ? []
          : [{ field: `${where}.${kind}.${index}`, message: `There is no "${id}" among the ${kind}.` }],
      ),
    );
  return [
    ...kinds.flatMap((kind) =>
      duplicates(
        pricing[kind].map(({ id }) => id),
        (index) => `${kind}.${index}.id`,
      ),
    ),
    ...Object.entries(pricing.cohorts).flatMap(([cohort, chosen]) =>
      unknown(chosen as Chosen, `cohorts.${cohort}`),
    ),
    ...pricing.regions.flatMap((region, index) => unknown(region, `regions.${index}`)),
  ];
}

type Options = { readonly options: readonly { readonly value: string }[] };

/** A question has each answer once, and the interests have `other` (docs/product/content.md#writing-a-document). */
export function onboardingErrors(
  modal: Readonly<Record<'persona_type' | 'persona_level' | 'persona_diy' | 'interests', Options>>,
): readonly DocumentError[] {
  const questions = ['persona_type', 'persona_level', 'persona_diy', 'interests'] as const;
  const errors = questions.flatMap((name) =>
    duplicates(
      modal[name].options.map(({ value }) => value),
      (index) => `${name}.options.${index}.value`,
    ),
  );
  if (modal.interests.options.some(({ value }) => value === 'other')) return errors;
  return [...errors, { field: 'interests.options', message: 'One of the options has the value "other".' }];
}

/** Ids of announcements are unique: browsers remember dismissed ones by id. */
export function announcementErrors({
  announcements,
}: {
  readonly announcements: readonly { readonly id: string }[];
}): readonly DocumentError[] {
  return duplicates(
    announcements.map(({ id }) => id),
    (index) => `announcements.${index}.id`,
  );
}

/** Whether an announcement is for a person: by role, and for clients by cohort. */
export function isForPerson(
  {
    audience,
  }: { readonly audience: { readonly roles: readonly string[]; readonly cohorts: readonly string[] } },
  person: { readonly role: string; readonly cohort: string | null },
): boolean {
  if (!audience.roles.includes(person.role)) return false;
  return person.cohort === null || audience.cohorts.includes(person.cohort);
}

/** The billboard of a cohort; null for the public (docs/product/content.md#billboards). */
export function billboardOf(cohort: string | null): 'cancelled' | 'ondemand' | 'legacy' | 'members' | null {
  if (cohort === 'cancelled' || cohort === 'ondemand' || cohort === 'legacy') return cohort;
  return cohort === 'member' ? 'members' : null;
}

const unknownCountry = (code: string, field: string): DocumentError[] =>
  countryName(code) === null ? [{ field, message: `There is no country "${code}".` }] : [];

/** Errors of the VAT table that the schema cannot find. */
export function vatErrors({ rates }: { readonly rates: object }): readonly DocumentError[] {
  return Object.keys(rates).flatMap((code) => unknownCountry(code, `rates.${code}`));
}

/** Errors of the seller: whoever has a name has an address and a country. */
export function companyErrors(company: {
  readonly name: string;
  readonly address: readonly string[];
  readonly country: string | null;
}): readonly DocumentError[] {
  const { name, address, country } = company;
  const isNamed = name.trim() !== '';
  return [
    ...(isNamed && address.length === 0
      ? [{ field: 'address', message: 'An invoice needs its address.' }]
      : []),
    ...(isNamed && country === null ? [{ field: 'country', message: 'An invoice needs its country.' }] : []),
    ...(country === null ? [] : unknownCountry(country, 'country')),
  ];
}
