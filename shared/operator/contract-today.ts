import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Id, Instant, SessionId } from '../lib/wire.ts';
import * as calls from './calls-today.ts';
import { TODAY_LISTS } from './rules-today.ts';

const Named = z.object({ id: Id, name: z.string() });

export const TodayRow = z.object({
  /** What it is of: a session, a person, a failed job. */
  id: z.string(),
  /** By when, or since when; null: not known. */
  at: z.nullable(Instant),
  session: z.nullable(z.object({ id: SessionId, service: z.string() })),
  /** The client of a session, else whom it concerns. */
  person: z.nullable(Named),
  /** Of a session. */
  musician: z.nullable(Named),
  /** More about it, such as the calendar of a conflict. */
  about: z.nullable(z.string()),
});
export type TodayRow = z.infer<typeof TodayRow>;

export const getToday = endpoint({
  ...calls.getToday,
  summary: 'What takes place and what waits for an operator, the first of each with their count',
  who: ['operator'],
  response: z.object({
    lists: z.array(z.object({ list: z.enum(TODAY_LISTS), count: z.int(), rows: z.array(TodayRow) })),
    /** As the last check of the data found it; null before the first. */
    storage: z.nullable(z.object({ at: Instant, files: z.int(), bytes: z.number() })),
    /** How the studio's commands begin on the machine where it runs. */
    studio_command: z.string(),
  }),
});
