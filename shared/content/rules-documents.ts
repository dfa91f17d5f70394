/** The bundle that is chosen by itself: the first that costs nothing and holds no credits (part 1 section 4). */
export function freeBundleOf<B extends { readonly price: number; readonly credits: number }>(
  bundles: readonly B[],
): B | undefined {
  return bundles.find(({ price, credits }) => price === 0 && credits === 0);
}

/** What the studio's HTML may be made of; everything else goes, its text stays (decisions 11). */
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

/** Where a link may lead: a path of this studio, http(s) or mailto; no control characters, no backslash. */
export const SAFE_LINK = /^(?:\/(?![/\\])|https?:\/\/|mailto:)[^\s\\\p{Cc}]*$/u;

interface Fault {
  readonly field: string;
  readonly message: string;
}

const repeated = (names: readonly string[], field: (index: number) => string): Fault[] =>
  names.flatMap((name, index) =>
    names.indexOf(name) < index ? [{ field: field(index), message: `"${name}" is there twice.` }] : [],
  );

interface Chosen {
  readonly plans?: readonly string[];
  readonly bundles: readonly string[];
  readonly orchestras: readonly string[];
}
type Offered = Readonly<Record<'plans' | 'bundles' | 'orchestras', readonly { readonly id: string }[]>>;

/** What is wrong with the offers beyond their shape: an id twice, or a cohort or region that names what is not there. */
export function catalogueFaults(
  pricing: Offered & { readonly cohorts: object; readonly regions: readonly Chosen[] },
): readonly Fault[] {
  const kinds = ['plans', 'bundles', 'orchestras'] as const;
  const unknown = (chosen: Chosen, where: string): Fault[] =>
    kinds.flatMap((kind) =>
      (chosen[kind] ?? []).flatMap((id, index) =>
        pricing[kind].some((offer) => offer.id === id)
          ? []
          : [{ field: `${where}.${kind}.${index}`, message: `There is no "${id}" among the ${kind}.` }],
      ),
    );
  return [
    ...kinds.flatMap((kind) =>
      repeated(
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

/** An onboarding question offers each answer once, and the interests offer `other` (part 1 section 5). */
export function onboardingFaults(
  modal: Readonly<Record<'persona_type' | 'persona_level' | 'persona_diy' | 'interests', Options>>,
): readonly Fault[] {
  const questions = ['persona_type', 'persona_level', 'persona_diy', 'interests'] as const;
  const faults = questions.flatMap((name) =>
    repeated(
      modal[name].options.map(({ value }) => value),
      (index) => `${name}.options.${index}.value`,
    ),
  );
  if (modal.interests.options.some(({ value }) => value === 'other')) return faults;
  return [...faults, { field: 'interests.options', message: 'One of the options has the value "other".' }];
}

/** Announcements have ids of their own: by them a browser knows what was put away. */
export function announcementFaults({
  announcements,
}: {
  readonly announcements: readonly { readonly id: string }[];
}): readonly Fault[] {
  return repeated(
    announcements.map(({ id }) => id),
    (index) => `announcements.${index}.id`,
  );
}

/** Whom an announcement is for: its roles, and of clients its cohorts. */
export function announcedTo(
  {
    audience,
  }: { readonly audience: { readonly roles: readonly string[]; readonly cohorts: readonly string[] } },
  person: { readonly role: string; readonly cohort: string | null },
): boolean {
  if (!audience.roles.includes(person.role)) return false;
  return person.cohort === null || audience.cohorts.includes(person.cohort);
}

/** Which billboard a cohort sees; the public, who has not chosen yet, sees the offers themselves. */
export function billboardOf(cohort: string | null): 'cancelled' | 'ondemand' | 'legacy' | 'members' | null {
  if (cohort === 'cancelled' || cohort === 'ondemand' || cohort === 'legacy') return cohort;
  return cohort === 'member' ? 'members' : null;
}
