import * as z from 'zod/mini';
import { Average, Service } from '../catalogue/contract.ts';
import { Sample } from '../catalogue/contract-samples.ts';
import { endpoint } from '../lib/endpoint.ts';
import { perAddress } from '../lib/limits.ts';
import { Id, Instant, Text, Total, paging } from '../lib/wire.ts';
import * as calls from './calls.ts';
import { COMMENTS_FIRST } from './rules-page.ts';
import { PAGE } from './texts-page.ts';

/** A service on a musician's page; `price` is what one booking costs the reader. */
export const PageService = z.pick(Service, {
  id: true,
  value: true,
  label: true,
  short_description: true,
  service_description: true,
  category: true,
  session_type: true,
  unit_minutes: true,
  slots: true,
  price: true,
  files_delivery: true,
});
export type PageService = z.infer<typeof PageService>;

/** A client's rating with its words (docs/product/musician-page.md#ratings). */
export const Comment = z.object({
  /** Tells comments of one musician apart; names nothing. */
  id: z.string(),
  /** The client's first name. */
  name: z.string(),
  stars: z.int(),
  comment: z.string(),
  /** The month of the rating, YYYY-MM in UTC. */
  month: z.string(),
});
export type Comment = z.infer<typeof Comment>;

/** All that a musician's page shows (docs/product/musician-page.md). */
export const MusicianPage = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  title: z.string(),
  bio: z.string(),
  image_url: z.nullable(z.string()),
  timezone: z.string(),
  styles: z.array(z.string()),
  instruments: z.array(z.string()),
  services: z.array(PageService),
  samples: z.array(Sample),
  rating: Average,
  /** The newest comments; `comments_total` counts all. */
  comments: z.array(Comment),
  comments_total: Total,
  /** When the next free slots begin that the reader may book. */
  next_free: z.array(Instant),
  /** Minutes from a client's message to the musician's next one, and from a session's end to its files; null: too few. */
  answer_minutes: z.nullable(z.int()),
  delivery_minutes: z.nullable(z.int()),
});
export type MusicianPage = z.infer<typeof MusicianPage>;

const problems = {
  not_found: { status: 404, detail: PAGE.notFound },
  sign_in_first: { status: 401, detail: PAGE.signInFirst },
} as const;
const rateLimit = [perAddress('musician-page', 600, 600)];

export const musicianPage = endpoint({
  ...calls.musicianPage,
  summary: "A musician's page, by slug; without a login only where the studio's pages are public",
  who: 'anyone',
  cache: 'revalidate',
  rateLimit,
  params: z.object({ slug: Text(100) }),
  response: z.object({ musician: MusicianPage }),
  problems,
});

export const musicianComments = endpoint({
  ...calls.musicianComments,
  summary: "What clients wrote with their ratings, newest first; read like the musician's page",
  who: 'anyone',
  cache: 'revalidate',
  rateLimit,
  params: z.object({ slug: Text(100) }),
  query: z.object(paging(COMMENTS_FIRST)),
  response: z.object({ comments: z.array(Comment), total: Total }),
  problems,
});
