import * as z from 'zod/mini';
import { PROVIDERS } from '../../billing/rules-provider.ts';
import { endpoint } from '../../lib/endpoint.ts';
import { Done, Id, Instant, Text } from '../../lib/wire.ts';
import * as calls from './calls-system.ts';
import { REASON_MAX } from '../rules-people.ts';
import { WEBHOOK_STATES } from './rules-system.ts';

export const Queue = z.object({
  name: z.string(),
  /** Due. */
  waiting: z.int(),
  /** For a later time. */
  later: z.int(),
  /** Have failed and are tried again. */
  retrying: z.int(),
  active: z.int(),
  /** Have failed every try. */
  failed: z.int(),
  /** Since when the oldest waits; null: none. */
  oldest_at: z.nullable(Instant),
});
export type Queue = z.infer<typeof Queue>;

export const getQueues = endpoint({
  ...calls.getQueues,
  summary: 'Every queue with its jobs by state',
  who: ['operator'],
  response: z.object({ queues: z.array(Queue) }),
});

export const DeadLetter = z.object({
  id: Id,
  queue: z.string(),
  failure: z.nullable(z.string()),
  tries: z.int(),
  enqueued_at: Instant,
  failed_at: Instant,
  /** What it is to do: ids and figures. */
  data: z.record(z.string(), z.unknown()),
});
export type DeadLetter = z.infer<typeof DeadLetter>;

export const listDeadLetters = endpoint({
  ...calls.listDeadLetters,
  summary: 'Jobs that failed every try, the newest first, 50 at a time',
  who: ['operator'],
  query: z.object({ after: z.optional(Id) }),
  response: z.object({ letters: z.array(DeadLetter), next: z.nullable(Id) }),
});

const params = z.object({ id: Id });
const problems = {
  not_found: { status: 404, detail: 'There is no such job.' },
  settled: { status: 409, detail: 'This job was run again or dropped already.' },
} as const;

export const runDeadLetter = endpoint({
  ...calls.runDeadLetter,
  summary: 'Run a job again that failed every try',
  who: ['operator'],
  params,
  response: Done,
  problems: {
    ...problems,
    unknown_queue: { status: 409, detail: 'This release does not run jobs of this queue any more.' },
  },
});

export const dropDeadLetter = endpoint({
  ...calls.dropDeadLetter,
  summary: 'Drop a job that failed every try, with a reason',
  who: ['operator'],
  params,
  body: z.object({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(REASON_MAX)) }),
  response: Done,
  problems,
});

export const Webhook = z.object({
  /** The provider's. */
  id: z.string(),
  provider: z.enum(PROVIDERS),
  type: z.string(),
  object_id: z.string(),
  created_at: Instant,
  received_at: Instant,
  /** null: it waits. */
  handled_at: z.nullable(Instant),
  /** Whom it concerns; null: not known. */
  person: z.nullable(z.object({ id: Id, name: z.string() })),
  /** What the last try failed with; of those that wait. */
  failure: z.nullable(z.string()),
});
export type Webhook = z.infer<typeof Webhook>;

export const listWebhooks = endpoint({
  ...calls.listWebhooks,
  summary: "Payment providers' events, the last received first, 50 at a time",
  who: ['operator'],
  query: z.object({
    /** `next` of the page before. */
    after: z.optional(Text(300)),
    provider: z.optional(z.enum(PROVIDERS)),
    state: z.optional(z.enum(WEBHOOK_STATES)),
  }),
  response: z.object({ webhooks: z.array(Webhook), next: z.nullable(z.string()) }),
});
