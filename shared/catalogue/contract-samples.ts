import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount, perAddress } from '../lib/limits.ts';
import { Done, Id, Text, Total } from '../lib/wire.ts';
import * as calls from './calls-samples.ts';
import { DRAFT } from './texts-draft.ts';
import { SAMPLES } from './texts-samples.ts';

/** A sample that clients may play (docs/product/samples.md#who-may-listen). */
export const Sample = z.object({
  id: Id,
  title: z.string(),
  /** What the musician did; may be empty. */
  did: z.string(),
  /** Length of the preview. */
  seconds: z.number(),
  /** The loudest sample of each of equal stretches of the preview, one byte each, as base64. */
  peaks: z.string(),
});
export type Sample = z.infer<typeof Sample>;

/** A sample as its musician sees it. */
export const OwnSample = z.object({
  id: Id,
  title: z.string(),
  did: z.string(),
  /** The place on the musician's page, from 0; null: not there. */
  position: z.nullable(z.int()),
  /** Name and bytes of the file as it was sent. */
  name: z.string(),
  size: z.int(),
  state: z.enum(['arriving', 'preparing', 'ready', 'unreadable']),
  /** Length of the file and of its preview; null unless ready. */
  seconds: z.nullable(z.number()),
  preview_seconds: z.nullable(z.number()),
  /** As in a sample that clients play; empty unless ready. */
  peaks: z.string(),
});
export type OwnSample = z.infer<typeof OwnSample>;

const own = ['partner'] as const;
const ById = z.object({ id: Id });
const OwnSamples = z.object({ samples: z.array(OwnSample), total: Total });
const notFound = {
  not_found: { status: 404, detail: 'We could not find this sample.' },
} as const;
const notAudio = { not_audio: { status: 422, detail: SAMPLES.notAudio } } as const;

export const ownSamples = endpoint({
  ...calls.ownSamples,
  summary: "The musician's own samples: those on their page in its order, then all others, oldest first",
  who: own,
  response: OwnSamples,
});

export const beginSample = endpoint({
  ...calls.beginSample,
  summary: 'Begins a sample: a link to send exactly that many bytes straight into storage',
  who: own,
  status: 201,
  rateLimit: [perAccount('samples', 60, 3600)],
  body: z.object({ name: Text(1000), size: z.int().check(z.minimum(0)) }),
  response: z.object({ sample: OwnSample, url: z.string() }),
  problems: {
    not_found: { status: 404, detail: 'Only musicians have samples.' },
    too_many: { status: 409, detail: SAMPLES.tooMany },
    too_large: { status: 413, detail: SAMPLES.tooLarge },
    not_audio: { status: 422, detail: SAMPLES.noAudioName },
    empty: { status: 422, detail: SAMPLES.emptyFile },
  },
});

export const finishSample = endpoint({
  ...calls.finishSample,
  summary: 'Tells that a sample has been sent: its bytes are looked at, and a preview is made',
  who: own,
  params: ById,
  response: z.object({ sample: OwnSample }),
  problems: { ...notFound, ...notAudio, not_arrived: { status: 409, detail: SAMPLES.notArrived } },
});

export const deleteSample = endpoint({
  ...calls.deleteSample,
  summary: 'Deletes a sample that is on no page with its bytes, or gives its upload up',
  who: own,
  params: ById,
  response: Done,
  problems: { ...notFound, on_page: { status: 409, detail: DRAFT.onPage } },
});

export const sampleLink = endpoint({
  ...calls.sampleLink,
  summary: 'A short-lived link to the preview of a sample; its musician may get the original too',
  who: 'anyone',
  rateLimit: [perAddress('sample-link', 600, 600)],
  params: ById,
  query: z.object({ of: z._default(z.enum(['preview', 'original']), 'preview') }),
  response: z.object({ url: z.string() }),
  problems: {
    ...notFound,
    sign_in_first: { status: 401, detail: SAMPLES.signInFirst },
    not_ready: { status: 409, detail: SAMPLES.notReady },
  },
});

export const musicianSamples = endpoint({
  ...calls.musicianSamples,
  summary: "The samples on a musician's page, in their order",
  who: ['client'],
  params: z.object({ id: Text(100) }),
  response: z.object({ samples: z.array(Sample), total: Total }),
  problems: { not_found: { status: 404, detail: 'We do not know this musician.' } },
});
