import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount } from '../lib/limits.ts';
import { Id, Instant, Text } from '../lib/wire.ts';
import * as calls from './calls-draft.ts';
import { DRAFT } from './texts-draft.ts';

const Ids = z.array(Id).check(z.maxLength(100));

/** A profile as its musician edits it. Longer texts than can be published are taken, so that nothing typed is lost. */
export const DraftProfile = z.object({
  title: Text(1000),
  card_description: Text(2000),
  bio: Text(10_000),
  styles: z.array(Text(200)).check(z.maxLength(100)),
  /** Ids. */
  instruments: Ids,
  /** Ids. */
  services: Ids,
  /** In the order of the page. */
  samples: z
    .array(z.object({ id: Id, title: Text(1000), did: Text(1000), shown: z.boolean() }))
    .check(z.maxLength(20)),
  /** Published samples that go when the draft is published. */
  deleted: z.array(Id).check(z.maxLength(20)),
});

const State = z.enum(['waiting', 'returned', 'new', 'changed', 'published']);

/** A musician's draft and what is published (docs/product/profiles.md#states). */
export const Draft = z.object({
  profile: DraftProfile,
  published: DraftProfile,
  state: State,
  /** Rises with every change; 0 before the first. */
  version: z.int(),
  saved_at: z.nullable(Instant),
  submitted_at: z.nullable(Instant),
  returned_note: z.nullable(z.string()),
  is_published: z.boolean(),
  /** Whether clients see it: it is published, and the studio has not hidden the musician. */
  is_public: z.boolean(),
  /** Whether the studio looks at a draft before it is published. */
  needs_approval: z.boolean(),
  slug: z.string(),
  choices: z.object({
    instruments: z.array(z.object({ id: Id, label: z.string() })),
    services: z.array(
      z.object({
        id: Id,
        label: z.string(),
        short_description: z.string(),
        /** Minutes and credits of one unit. */
        minutes: z.int(),
        credits: z.int(),
      }),
    ),
  }),
});
export type Draft = z.infer<typeof Draft>;

const own = ['partner'] as const;
const Answer = z.object({ draft: Draft });
const ofVersion = z.object({ version: z.int().check(z.minimum(0), z.maximum(2_147_483_647)) });
const conflicts = {
  not_found: { status: 404, detail: 'Only musicians have a profile.' },
  changed: { status: 409, detail: DRAFT.changed },
} as const;
const waiting = { waiting: { status: 409, detail: DRAFT.waiting } } as const;

export const getDraft = endpoint({
  ...calls.getDraft,
  summary: "The musician's draft of their profile, what is published, and what can be chosen",
  who: own,
  response: Answer,
  problems: { not_found: conflicts.not_found },
});

export const saveDraft = endpoint({
  ...calls.saveDraft,
  summary: 'Saves the draft; refused when it is not of the present version',
  who: own,
  rateLimit: [perAccount('draft', 1200, 3600)],
  body: z.extend(ofVersion, { profile: DraftProfile }),
  response: z.object({ version: z.int(), saved_at: Instant, state: State }),
  problems: { ...conflicts, ...waiting },
});

export const publishDraft = endpoint({
  ...calls.publishDraft,
  summary: 'Publishes the draft, or sends it for approval where the studio asks for that',
  who: own,
  rateLimit: [perAccount('publish', 60, 3600)],
  body: ofVersion,
  response: Answer,
  problems: {
    ...conflicts,
    ...waiting,
    nothing: { status: 409, detail: DRAFT.nothing },
    incomplete: { status: 422, detail: DRAFT.incomplete },
  },
});

export const takeBackDraft = endpoint({
  ...calls.takeBackDraft,
  summary: 'Takes a draft back that waits for approval',
  who: own,
  response: Answer,
  problems: { not_found: conflicts.not_found },
});

export const discardDraft = endpoint({
  ...calls.discardDraft,
  summary: 'Discards what is not published; new samples stay, but not for the page',
  who: own,
  body: ofVersion,
  response: Answer,
  problems: { ...conflicts, ...waiting },
});
