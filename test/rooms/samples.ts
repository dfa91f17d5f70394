import * as samples from '#shared/catalogue/contract-samples.ts';
import type { OwnSample } from '#shared/catalogue/contract-samples.ts';
import { makePreviews } from '#server/catalogue/samples/jobs.ts';
import type { TestPerson } from '../api/people.ts';
import { makeWav } from './audio.ts';
import { test as base } from './files.ts';

/** A wav of that many milliseconds. */
export const take = (ms = 100): Buffer =>
  makeWav(
    Array.from({ length: ms * 8 }, (_, index) => [0.5 * Math.sin(index / 5)]),
    { rate: 8000 },
  );

/** `test` with the calls of samples. */
export const test = base.extend('samplesApi', { scope: 'file' }, ({ app, filesApi }) => {
  const begin = (as: TestPerson | null, name = 'take.wav', size = take().length) =>
    app.call(samples.beginSample, { body: { name, size } }, as);
  const finish = (id: string, as: TestPerson | null) =>
    app.call(samples.finishSample, { params: { id } }, as);
  /** Begins a sample and sends its bytes. */
  const send = async (as: TestPerson, bytes = take(), name = 'take.wav'): Promise<string> => {
    const { body } = await begin(as, name, bytes.length);
    const { status } = await filesApi.send(body.url, { method: 'PUT', body: bytes });
    if (status !== 200) throw new Error(`not stored: ${status}`);
    return body.sample.id;
  };
  return {
    begin,
    finish,
    send,
    /** A sample that has arrived; its preview is not made. */
    async add(as: TestPerson, name = 'take.wav', bytes = take()): Promise<OwnSample> {
      return (await finish(await send(as, bytes, name), as)).body.sample;
    },
    makePreviews: () => makePreviews.run(app.ctx(), {}),
    list: async (as: TestPerson) => (await app.call(samples.ownSamples, {}, as)).body.samples,
    remove: (id: string, as: TestPerson) => app.call(samples.deleteSample, { params: { id } }, as),
    link: (id: string, as: TestPerson | null, of?: 'preview' | 'original') =>
      app.call(samples.sampleLink, { params: { id }, query: of === undefined ? {} : { of } }, as),
    ofMusician: (id: string, as: TestPerson) => app.call(samples.musicianSamples, { params: { id } }, as),
  };
});
