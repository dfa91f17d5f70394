import * as z from 'zod/mini';
import { Average } from '../catalogue/contract.ts';
import { endpoint } from '../lib/endpoint.ts';
import { Id, Instant, Text, Total, paging } from '../lib/wire.ts';

/** A musician's card. `labels` are 'Offline Session' and 'Add-on' (part 2 section 2). */
export const Card = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  title: z.string(),
  cardDescription: z.string(),
  bio: z.string(),
  image_url: z.nullable(z.string()),
  instruments: z.array(z.string()),
  labels: z.array(z.string()),
  timezone: z.string(),
  next_free_at: z.nullable(Instant),
  rating: Average,
});
export type Card = z.infer<typeof Card>;

export const listPartners = endpoint({
  method: 'GET',
  path: '/api/partners',
  summary: "The musicians' listing, in the studio's order, with each one's next free time",
  who: 'signed_in',
  query: z.object({ instrument: z.optional(Text(60)), ...paging(100) }),
  answer: z.object({ partners: z.array(Card), total: Total }),
});
