import * as z from 'zod/mini';
import { Picture } from '../../content/contract-documents.ts';
import { FORM_KINDS } from '../../content/rules-form.ts';
import { endpoint } from '../../lib/endpoint.ts';
import { Done, FieldError, Id, Instant, Text } from '../../lib/wire.ts';
import * as calls from './calls-content.ts';
import { NOTE_MAX } from './rules-content.ts';

const Person = z.object({ id: Id, name: z.string() });
/** When, and by whom; by null: a command. */
const Change = z.object({ at: Instant, by: z.nullable(Person) });

export const listContent = endpoint({
  ...calls.listContent,
  summary: 'Every document of the content: whether it is as shipped, who published it, and its draft',
  who: ['operator'],
  response: z.object({
    documents: z.array(
      z.object({
        name: z.string(),
        is_shipped: z.boolean(),
        /** The last version; null: it was never published here. */
        published: z.nullable(Change),
        draft: z.nullable(Change),
      }),
    ),
  }),
});

export const FormField = z.object({
  path: z.string(),
  kind: z.enum(FORM_KINDS),
  empty: z.enum(['required', 'absent', 'null']),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  options: z.array(z.string()),
});
const Value = z.record(z.string(), z.unknown());

export const ContentVersion = z.object({
  version: z.int(),
  is_shipped: z.boolean(),
  note: z.nullable(z.string()),
  ...Change.shape,
});
export type ContentVersion = z.infer<typeof ContentVersion>;

export const ContentDraft = z.object({
  value: Value,
  /** Another one with each saving; a change names it. */
  revision: Id,
  /** The version that it was begun from; 0: the shipped one. */
  begun_from: z.int(),
  /** What stands in the way of publishing it. */
  errors: z.array(FieldError),
  ...Change.shape,
});
export type ContentDraft = z.infer<typeof ContentDraft>;

const byName = { params: z.object({ name: Text(100) }) };
const ofVersion = {
  params: z.object({
    name: Text(100),
    version: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)),
  }),
};
const not_found = { status: 404, detail: 'There is no such document.' } as const;

export const getContentDocument = endpoint({
  ...calls.getContentDocument,
  summary: 'A document with its form, what is published, its draft and its latest versions',
  who: ['operator'],
  ...byName,
  response: z.object({
    name: z.string(),
    is_shipped: z.boolean(),
    published: Value,
    /** Its number; 0: never published here. */
    version: z.int(),
    draft: z.nullable(ContentDraft),
    form: z.array(FormField),
    /** Stored pictures to choose from, where the document shows pictures. */
    pictures: z.array(Picture),
    /** The last one first, 50 at most. */
    versions: z.array(ContentVersion),
  }),
  problems: { not_found },
});

export const getContentVersion = endpoint({
  ...calls.getContentVersion,
  summary: 'A published version, and the one before it (of the first: the shipped one)',
  who: ['operator'],
  ...ofVersion,
  response: z.object({ value: Value, before: Value }),
  problems: { not_found: { status: 404, detail: 'There is no such version.' } },
});

const Revision = z.nullable(Id);
const Note = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(NOTE_MAX)));
/** The published version that was seen. */
const Over = z.int().check(z.minimum(0));
const draft_changed = {
  status: 409,
  detail: 'Somebody else has saved, published or discarded this draft meanwhile.',
} as const;
const published_meanwhile = {
  status: 409,
  detail: 'Another version was published meanwhile. Look at what differs, then try again.',
} as const;

export const saveDraft = endpoint({
  ...calls.saveDraft,
  summary: "Save a document's draft, also one that cannot be published yet",
  who: ['operator'],
  ...byName,
  /** `revision`: of the draft that was seen; null: there was none. */
  body: z.object({ revision: Revision, value: Value }),
  response: z.object({ revision: Id, errors: z.array(FieldError) }),
  problems: { not_found, draft_changed },
});

export const discardDraft = endpoint({
  ...calls.discardDraft,
  summary: 'Discard a draft',
  who: ['operator'],
  ...byName,
  body: z.object({ revision: Id }),
  response: Done,
  problems: { not_found, draft_changed },
});

export const publishDraft = endpoint({
  ...calls.publishDraft,
  summary: 'Publish a draft in place of the version that was seen',
  who: ['operator'],
  ...byName,
  body: z.object({ revision: Id, over: Over, note: Note }),
  response: Done,
  problems: {
    not_found,
    draft_changed,
    published_meanwhile,
    invalid: { status: 422, detail: 'Some fields are wrong. Nothing was published.' },
  },
});

export const resetContent = endpoint({
  ...calls.resetContent,
  summary: 'Let the shipped document count again',
  who: ['operator'],
  ...byName,
  body: z.object({ over: Over, note: Note }),
  response: Done,
  problems: { not_found, published_meanwhile },
});

export const bringVersionBack = endpoint({
  ...calls.bringVersionBack,
  summary: 'Make a published version the draft, in place of the draft that was seen',
  who: ['operator'],
  ...ofVersion,
  body: z.object({ revision: Revision }),
  response: Done,
  problems: { not_found: { status: 404, detail: 'There is no such version.' }, draft_changed },
});
