import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Instant } from '../lib/wire.ts';
import * as calls from './calls.ts';

export const DataCheck = z.object({
  checked_at: Instant,
  seconds: z.number(),
  /** Violated invariants; empty when all is in order. */
  breaches: z.array(z.object({ invariant: z.string(), count: z.int(), ids: z.array(z.string()) })),
});
export type DataCheck = z.infer<typeof DataCheck>;

export const getDataCheck = endpoint({
  ...calls.getDataCheck,
  summary: 'What the last check of the data found',
  who: ['operator'],
  response: z.object({ check: z.nullable(DataCheck) }),
});

export const startDataCheck = endpoint({
  ...calls.startDataCheck,
  summary: 'Check the data now, in the background',
  who: ['operator'],
  response: z.object({}),
  problems: {
    checked_just_now: { status: 409, detail: 'The data was checked less than a minute ago.' },
  },
});
