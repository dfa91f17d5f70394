import { withSearch } from '../lib/paths.ts';

type Filter = Readonly<Record<string, string | undefined>>;

/** URLs of the console's own screens; a file of its own, so that other fronts do not load it. */
export const consolePaths = {
  /** All documents of the content, and one of them. `/content` is the API's. */
  content: '/documents',
  contentDocument: (name: string): string => `/documents/${name}`,
  /** A document as people see it, in a frame of its page. */
  contentPreview: (name: string, choice: Filter): string => withSearch(`/documents/${name}/preview`, choice),
  /** The charts, with what is chosen. */
  figures: (choice: Filter = {}): string => withSearch('/figures', choice),
  flags: '/flags',
  /** The log of mails, filtered. */
  mails: (filter: Filter = {}): string => withSearch('/system/mails', filter),
  /** Pictures of announcements. */
  pictures: '/pictures',
  queues: '/system/queues',
  /** Members of another system. */
  importMembers: '/people/import',
  /** Musicians of another system. */
  importMusicians: '/people/import-musicians',
  importSessions: '/people/import-sessions',
  /** Rewards that wait. */
  rewards: '/people/rewards',
  /** The price of each offer at the payment providers. */
  prices: '/prices',
  /** Promotion codes at the card provider. */
  coupons: '/coupons',
  /** What can be booked, and one service by its id. */
  services: '/services',
  service: (id: string): string => `/services/${id}`,
  system: '/system',
  /** Payment providers' events, filtered. */
  webhooks: (filter: Filter = {}): string => withSearch('/system/webhooks', filter),
  /** A musician, by the person's id. */
  musician: (id: string): string => `/musicians/${id}`,
  /** A musician's calendar, to be changed. */
  musicianCalendar: (id: string): string => `/musicians/${id}/calendar`,
  /** All musicians, filtered. */
  musicians: (filter: Filter = {}): string => withSearch('/musicians', filter),
  /** A month of all musicians. */
  payouts: (month: Filter = {}): string => withSearch('/musicians/payouts', month),
} as const;
