import { paths, withSearch } from '../lib/paths.ts';

type Filter = Readonly<Record<string, string | undefined>>;

/** URLs of the console's own screens; a file of its own, so that other fronts do not load it. */
export const consolePaths = {
  /** The charts, with what is chosen. */
  figures: (choice: Filter = {}): string => withSearch('/figures', choice),
  /** The log of mails, filtered. */
  mails: (filter: Filter = {}): string => withSearch('/system/mails', filter),
  queues: '/system/queues',
  system: '/system',
  /** Payment providers' events, filtered. */
  webhooks: (filter: Filter = {}): string => withSearch('/system/webhooks', filter),
  /** A musician, by the person's id; that person's page as long as they have none. */
  musician: (id: string): string => paths.person(id),
} as const;
