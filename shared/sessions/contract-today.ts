import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Total } from '../lib/wire.ts';
import * as calls from './calls.ts';
import { PROFILE_STATES } from './rules-today.ts';
import { Session, SessionCard } from './contract.ts';

/** The first sessions of a list, and how many there are. */
const Some = z.object({ total: Total, sessions: z.array(SessionCard) });

/** What waits for a musician (docs/product/sessions.md#today). */
export const Today = z.object({
  review: Some,
  /** Due by the end of today in the musician's zone, late ones first. */
  deliver: Some,
  unread: Some,
  /** The musician's page, while it is not published or was returned; null: nothing is to be done. */
  profile: z.nullable(z.object({ state: z.enum(PROFILE_STATES), missing: z.array(z.string()) })),
  /** Another calendar of the musician is busy meanwhile, by start. */
  conflicts: Some,
  /** The running session, else the next one, with its link from confirmation to the end. */
  next: z.nullable(z.extend(SessionCard, { livestream_link: Session.shape.livestream_link })),
});
export type Today = z.infer<typeof Today>;

export const getToday = endpoint({
  ...calls.getToday,
  summary: 'What waits for the musician: files to review, deliveries, messages, the next session',
  who: ['partner'],
  response: Today,
});
