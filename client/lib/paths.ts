/** Internal URLs that are built as text; typed links name their route instead. The only place that encodes values. */
export const paths = {
  profile: '/profile',
  /** The billing area. */
  billing: '/profile#billing',
  /** The billing area with the plans modal open over it. */
  plans: '/profile?modal=plans#billing',
  /** The billing area with the top-up modal open over it. */
  topUp: '/profile?modal=top-up#billing',
  /** A musician's booking panel, with a hold and a step of it. */
  booking(slug: string, { hold, step }: { hold?: number | undefined; step?: string } = {}): string {
    return withSearch(`/explore/${encodeURIComponent(slug)}`, { hold: hold?.toString(), step });
  },
  /** A session's panel. */
  session: (id: number): string => `/sessions/${id}`,
  /** The thanks for a purchase that its values describe. */
  thankYou: (purchase: Readonly<Record<string, string>>): string => withSearch('/thank-you', purchase),
  /** The console's audit log, filtered. */
  auditLog: (filter: Readonly<Record<string, string | undefined>> = {}): string =>
    withSearch('/audit-log', filter),
  /** The console's people, filtered. */
  people: (filter: Readonly<Record<string, string | undefined>> = {}): string =>
    withSearch('/people', filter),
  /** A person of the console's people. */
  person: (id: string): string => `/people/${id}`,
  /** The login; it leads on to `next`. */
  login: (next: string): string => withSearch('/login', { next }),
} as const;

/** A path with those of the values that are there. */
export function withSearch(path: string, search: Readonly<Record<string, string | undefined>>): string {
  const defined = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return defined.length === 0 ? path : `${path}?${new URLSearchParams(defined).toString()}`;
}
