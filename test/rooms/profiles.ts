import * as drafts from '#shared/catalogue/contract-draft.ts';
import type { Draft } from '#shared/catalogue/contract-draft.ts';
import type { TestPerson } from '../api/people.ts';
import { test as base } from './samples.ts';

/** What a profile needs to be published, besides what the test's musicians have. */
export const WORDS = { title: 'Drummer', bio: 'Twenty years of brushes.' };

/** `test` with the calls of a musician's draft. */
export const test = base.extend('draftApi', { scope: 'file' }, ({ app }) => {
  const read = async (as: TestPerson): Promise<Draft> => (await app.call(drafts.getDraft, {}, as)).body.draft;
  /** Saves the present draft with changes; `version`: another than the present one. */
  const save = async (as: TestPerson, changes: Partial<Draft['profile']>, version?: number) => {
    const draft = await read(as);
    const profile = { ...draft.profile, ...changes };
    return app.call(drafts.saveDraft, { body: { version: version ?? draft.version, profile } }, as);
  };
  const publish = async (as: TestPerson, version?: number) =>
    app.call(drafts.publishDraft, { body: { version: version ?? (await read(as)).version } }, as);
  return {
    read,
    save,
    publish,
    /** Saves and publishes. */
    async show(as: TestPerson, changes: Partial<Draft['profile']> = {}) {
      await save(as, { ...WORDS, ...changes });
      const { status, body } = await publish(as);
      if (status !== 200) throw new Error(`not published: ${status}`);
      return body.draft;
    },
    takeBack: (as: TestPerson) => app.call(drafts.takeBackDraft, {}, as),
    discard: async (as: TestPerson) =>
      app.call(drafts.discardDraft, { body: { version: (await read(as)).version } }, as),
  };
});
