import * as z from 'zod/mini';
import { endpoint } from '../../lib/endpoint.ts';
import { perAccount } from '../../lib/limits.ts';
import { Instant } from '../../lib/wire.ts';
import * as calls from './calls-system.ts';
import { STORED_KINDS } from './rules-system.ts';

const Stored = z.object({ files: z.int(), bytes: z.number() });

/** The parts of the system, each with what it says of itself. */
export const SystemState = z.object({
  versions: z.object({
    app: z.string(),
    /** null: not run from a repository. */
    commit: z.nullable(z.string()),
    node: z.string(),
    postgresql: z.string(),
    migrations: z.object({ count: z.int(), last: z.string() }),
  }),
  /** As `/readyz` says it. */
  ready: z.object({ database: z.boolean(), storage: z.boolean() }),
  storage: z.object({
    /** By the last check of the data; null before the first. */
    measured: z.nullable(
      z.object({
        at: Instant,
        kinds: z.array(z.object({ kind: z.enum(STORED_KINDS), ...Stored.shape })),
      }),
    ),
    /** Uploads that have not ended; their announced bytes. */
    open_uploads: Stored,
    /** Deleted files whose bytes go within the hour. */
    to_delete: z.int(),
  }),
  /** null: none are scheduled. */
  backups: z.nullable(
    z.object({
      /** The last whole one; null before the first. */
      last: z.nullable(z.object({ at: Instant, bytes: z.number() })),
      /** Why the one that was due last could not be made; null: it was, or runs. */
      failure: z.nullable(z.object({ at: Instant, text: z.string() })),
      /** When the next one is planned; null: one is due or runs. */
      next_at: z.nullable(Instant),
    }),
  ),
});
export type SystemState = z.infer<typeof SystemState>;

export const getSystem = endpoint({
  ...calls.getSystem,
  summary: 'Versions, whether database and storage answer, and what is stored',
  who: ['operator'],
  response: SystemState,
});

export const Finding = z.object({
  what: z.string(),
  /** `note`: it works, but somebody may want to know. */
  is: z.enum(['right', 'note', 'wrong']),
  text: z.string(),
});
export type Finding = z.infer<typeof Finding>;

export const checkHealth = endpoint({
  ...calls.checkHealth,
  summary: 'Try every setting on the real service, as the command doctor does',
  who: ['operator'],
  rateLimit: [perAccount('check-health', 10, 60)],
  response: z.object({ findings: z.array(Finding) }),
});
