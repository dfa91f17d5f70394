import * as draft from '#shared/catalogue/contract-draft.ts';
import * as samples from '#shared/catalogue/contract-samples.ts';
import { newId } from '#server/lib/ids.ts';
import { musicianRecordRow, plainRow, type AccessFixtures, type AccessRow } from './row.ts';

/** A sample of the musician's whose bytes have arrived; on no page. */
async function makeSample(t: AccessFixtures): Promise<string> {
  const id = newId();
  await t.studio.inTx(async (tx, now) => {
    const file = { name: 'take.wav', content_type: 'audio/wav', size: 9, key: `samples/${id}`, etag: 'none' };
    const row = {
      id,
      musician_id: t.musician.id,
      title: 'Take',
      did: '',
      state: 'kept',
      created_at: now,
    } as const;
    await tx
      .insertInto('musician_samples')
      .values({ ...file, ...row })
      .execute();
  });
  return id;
}

const sampleRow = musicianRecordRow(makeSample);

const PROFILE = {
  title: '',
  card_description: '',
  bio: '',
  styles: [],
  instruments: [],
  services: [],
  samples: [],
  deleted: [],
};

export const SAMPLES: readonly AccessRow[] = [
  plainRow(draft.getDraft, () => ({})),
  plainRow(draft.saveDraft, () => ({ body: { version: 9, profile: PROFILE } })),
  plainRow(draft.publishDraft, () => ({ body: { version: 9 } })),
  plainRow(draft.takeBackDraft, () => ({})),
  plainRow(draft.discardDraft, () => ({ body: { version: 9 } })),
  plainRow(samples.ownSamples, () => ({})),
  plainRow(samples.beginSample, () => ({ body: { name: 'take.wav', size: 9 } })),
  sampleRow(samples.finishSample, (id) => ({ params: { id } })),
  sampleRow(samples.deleteSample, (id) => ({ params: { id } })),
  // the preview is not made yet
  sampleRow(samples.sampleLink, (id) => ({ params: { id } }), 409),
  plainRow(samples.musicianSamples, ({ musician }) => ({ params: { id: musician.slug } })),
];
