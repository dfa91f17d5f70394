import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount, perAddress } from '../lib/limits.ts';
import { Done, Instant } from '../lib/wire.ts';
import * as calls from './calls.ts';

const who = ['client', 'partner', 'managed'] as const;

const Feed = z.object({
  made_at: Instant,
  /** When a calendar last read it; null: never. */
  read_at: z.nullable(Instant),
});

/** docs/product/sessions.md#calendar-feed */
export const getFeed = endpoint({
  ...calls.getFeed,
  summary: "Whether the caller's sessions can be subscribed to as a calendar",
  who,
  response: z.object({ feed: z.nullable(Feed) }),
});

export const makeFeed = endpoint({
  ...calls.makeFeed,
  summary: 'Makes a secret address of that calendar; an earlier address stops working',
  who,
  rateLimit: [perAccount('calendar-feed', 20, 3600)],
  status: 201,
  response: z.object({ feed: Feed, url: z.string() }),
});

export const stopFeed = endpoint({
  ...calls.stopFeed,
  summary: 'Stops that calendar: its address works no more',
  who,
  response: Done,
});

export const readFeed = endpoint({
  ...calls.readFeed,
  summary: "A person's sessions as a calendar (RFC 5545), by its secret address",
  who: 'anyone',
  rateLimit: [perAddress('calendar-feed-read', 600, 600)],
  params: z.object({ file: z.string().check(z.regex(/^[\w-]{43}\.ics$/)) }),
  response: z.unknown(),
  stream: 'text/calendar; charset=utf-8',
  problems: { not_found: { status: 404, detail: 'This calendar is not there any more.' } },
});
