import * as z from 'zod/mini';
import { endpoint } from '../../lib/endpoint.ts';
import { Done, Id, Instant, Text } from '../../lib/wire.ts';
import { AuditEntry } from '../contract-audit.ts';
import * as calls from './calls-content.ts';

export const ListedFlag = z.object({
  name: z.string(),
  /** What it does. */
  about: z.string(),
  shipped: z.boolean(),
  /** The operator's value; null: the shipped one counts. */
  own: z.nullable(z.boolean()),
  value: z.boolean(),
  /** The last change; null: there was none. */
  changed: z.nullable(
    z.object({
      at: Instant,
      /** null: a command. */
      by: z.nullable(z.object({ id: Id, name: z.string() })),
    }),
  ),
});
export type ListedFlag = z.infer<typeof ListedFlag>;

export const listFlags = endpoint({
  ...calls.listFlags,
  summary: 'Every flag with its shipped and its present value, and the latest changes',
  who: ['operator'],
  response: z.object({ flags: z.array(ListedFlag), audit: z.array(AuditEntry) }),
});

const params = z.object({ name: Text(100) });
const problems = { not_found: { status: 404, detail: 'There is no such flag.' } } as const;

export const setFlag = endpoint({
  ...calls.setFlag,
  summary: 'Set a flag, whatever is shipped',
  who: ['operator'],
  params,
  body: z.object({ on: z.boolean() }),
  response: Done,
  problems,
});

export const unsetFlag = endpoint({
  ...calls.unsetFlag,
  summary: 'Let the shipped value of a flag count again',
  who: ['operator'],
  params,
  response: Done,
  problems,
});
