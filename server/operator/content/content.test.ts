import { describe, expect } from 'vitest';
import { getFaqs } from '#shared/content/contract-documents.ts';
import * as contract from '#shared/operator/content/contract-content.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '#test/api/test.ts';
import { clearDocumentCache } from '../../content/documents/read.ts';
import * as content from '../../content/service.ts';

const NONE = '01900000-0000-7000-8000-000000000000';
const faqs = (question: string) => ({ faqs: [{ question, answer: 'An answer' }] });
const params = { name: 'faqs' };

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator', { name: 'Olga' }))
  .extend('other', { scope: 'file' }, ({ app }) => app.people.make('operator', { name: 'Otto' }))
  .extend('find', { scope: 'file' }, ({ app, operator }) => async () => {
    const { status, body } = await app.call(contract.getContentDocument, { params }, operator);
    expect(status).toBe(200);
    return body;
  })
  .extend(
    'save',
    { scope: 'file' },
    ({ app, operator }) =>
      async (value: object, revision: string | null = null, as = operator) =>
        app.call(contract.saveDraft, { params, body: { revision, value: { ...value } } }, as),
  )
  .extend(
    'publish',
    { scope: 'file' },
    ({ app, operator }) =>
      async (body: { revision: string; over: number; note?: string }, as = operator) => {
        const { status, problem } = await app.call(contract.publishDraft, { params, body }, as);
        return status === 200 ? 'ok' : `${status} ${problem.code}`;
      },
  )
  .extend('shown', { scope: 'file' }, ({ app }) => async () => {
    clearDocumentCache(app.db);
    return (await app.call(getFaqs, {})).body.faqs.map(({ question }) => question);
  });

test.afterEach(async ({ app }) => {
  await app.db.deleteFrom('content_drafts').execute();
});

describe('documents', () => {
  test('are listed, each with its form', async ({ app, operator, find }) => {
    const { body } = await app.call(contract.listContent, {}, operator);
    expect(body.documents.map(({ name }) => name)).toEqual(content.DOCUMENT_NAMES);
    expect(body.documents.every(({ is_shipped }) => is_shipped)).toBe(true);
    const found = await find();
    expect(found).toMatchObject({ name: 'faqs', is_shipped: true, version: 0, draft: null, versions: [] });
    expect(found.form).toContainEqual({
      path: 'faqs.*.question',
      kind: 'line',
      empty: 'required',
      min: 1,
      max: 300,
      options: [],
    });
  });

  test('others are not there', async ({ app, operator }) => {
    const ask = async (name: string) =>
      (await app.call(contract.getContentDocument, { params: { name } }, operator)).status;
    expect(await ask('toString')).toBe(404);
    expect(await ask('x'.repeat(101))).toBe(400);
    const version = { name: 'faqs', version: 99 };
    expect((await app.call(contract.getContentVersion, { params: version }, operator)).status).toBe(404);
  });
});

describe('a draft', () => {
  test('is saved also while it is wrong, shows nobody anything, and is discarded', async ({
    app,
    operator,
    save,
    find,
    shown,
  }) => {
    const before = await shown();
    const { body } = await save(faqs(''));
    expect(body.errors).toEqual([{ field: 'faqs.0.question', message: expect.any(String) }]);
    expect((await find()).draft).toMatchObject({
      value: faqs(''),
      revision: body.revision,
      begun_from: 0,
      by: { name: 'Olga' },
      errors: [{ field: 'faqs.0.question' }],
    });
    expect(await shown()).toEqual(before);
    const again = await save(faqs(''), body.revision);
    expect(again.body.revision, 'the same again is no change').toBe(body.revision);
    const discard = (revision: string) =>
      app.call(contract.discardDraft, { params, body: { revision } }, operator);
    expect((await discard(NONE)).problem.code).toBe('draft_changed');
    expect((await discard(body.revision)).status).toBe(200);
    expect((await find()).draft).toBeNull();
    expect((await auditOf(app.db, 'document', 'faqs')).map(({ what }) => what)).toEqual([
      'draft.saved',
      'draft.discarded',
    ]);
    expect(await auditOf(app.db, 'document', 'faqs')).toMatchObject([
      { operator_id: operator.id, after: { 'faqs.0.question': '' } },
      { operator_id: operator.id, before: { 'faqs.0.question': '' } },
    ]);
  });

  test('of two operators is not overwritten unseen', async ({ save, find, other }) => {
    const first = await save(faqs('First'));
    const both = await Promise.all([
      save(faqs('Second'), first.body.revision),
      save(faqs('Third'), first.body.revision, other),
    ]);
    const won = both.find(({ status }) => status === 200);
    const lost = both.find(({ status }) => status !== 200);
    expect(lost).toMatchObject({ status: 409, problem: { code: 'draft_changed' } });
    expect((await find()).draft?.revision).toBe(won?.body.revision);
    expect((await save(faqs('Fourth'))).problem.code, 'as if there were none').toBe('draft_changed');
  });

  test('that is no object is refused', async ({ app, operator }) => {
    const body = { revision: null, value: 'text' as never };
    expect((await app.call(contract.saveDraft, { params, body }, operator)).status).toBe(400);
    const args = { params: { name: 'none' }, body: { revision: null, value: {} } };
    expect((await app.call(contract.saveDraft, args, operator)).problem.code).toBe('not_found');
  });
});

describe('publishing', () => {
  test('checks, shows, and keeps every version with its note', async ({
    app,
    operator,
    save,
    publish,
    find,
    shown,
  }) => {
    const wrong = await save(faqs(''));
    expect(await publish({ revision: wrong.body.revision, over: 0 })).toBe('422 invalid');
    const right = await save(faqs('Why?'), wrong.body.revision);
    const revision = right.body.revision;
    expect(await publish({ revision: wrong.body.revision, over: 0 })).toBe('409 draft_changed');
    expect(await publish({ revision, over: 3 })).toBe('409 published_meanwhile');
    expect(await publish({ revision, over: 0, note: ' ' })).toBe('400 malformed');
    const both = await Promise.all([1, 2].map(() => publish({ revision, over: 0, note: 'Shorter' })));
    expect(both.toSorted()).toEqual(['409 draft_changed', 'ok']);
    expect(await shown()).toEqual(['Why?']);
    expect(await find()).toMatchObject({
      version: 1,
      is_shipped: false,
      draft: null,
      versions: [{ version: 1, note: 'Shorter', by: { id: operator.id, name: 'Olga' } }],
    });
    expect((await auditOf(app.db, 'document', 'faqs')).at(-1)).toMatchObject({
      what: 'document.changed',
      reason: 'Shorter',
      after: { 'faqs.0.question': 'Why?' },
    });
  });

  test('commands write the same history, and a version comes back as a draft', async ({
    app,
    operator,
    save,
    publish,
    find,
    shown,
  }) => {
    const ctx = { db: app.db, now: app.clock.now() };
    const draft = await save(faqs('Mine'));
    await content.writeDocument(ctx, 'faqs', faqs('By a command'));
    const { version, versions } = await find();
    expect(versions[0]).toMatchObject({ version, by: null, note: null });
    expect(await publish({ revision: draft.body.revision, over: version - 1 })).toBe(
      '409 published_meanwhile',
    );
    expect(await publish({ revision: draft.body.revision, over: version })).toBe('ok');
    const one = { name: 'faqs', version: version + 1 };
    const { body } = await app.call(contract.getContentVersion, { params: one }, operator);
    expect(body).toEqual({ value: faqs('Mine'), before: faqs('By a command') });

    const bring = (of: number, revision: string | null) =>
      app.call(
        contract.bringVersionBack,
        { params: { name: 'faqs', version: of }, body: { revision } },
        operator,
      );
    expect((await bring(99, null)).problem.code).toBe('not_found');
    expect((await bring(version, NONE)).problem.code).toBe('draft_changed');
    expect((await bring(version, null)).status).toBe(200);
    expect((await find()).draft).toMatchObject({ value: faqs('By a command'), begun_from: version + 1 });
    expect((await auditOf(app.db, 'document', 'faqs')).at(-1)).toMatchObject({
      what: 'draft.brought-back',
      after: { from_version: version },
    });
    expect(await shown()).toEqual(['Mine']);
  });

  test('the shipped document counts again, and the history stays', async ({ app, operator, find, shown }) => {
    await content.writeDocument({ db: app.db, now: app.clock.now() }, 'faqs', faqs('Ours'));
    const { version } = await find();
    const reset = async (over: number) =>
      (await app.call(contract.resetContent, { params, body: { over, note: 'Enough' } }, operator)).status;
    expect(await reset(version - 1)).toBe(409);
    expect(await reset(version)).toBe(200);
    expect((await shown()).length).toBeGreaterThan(5);
    const found = await find();
    expect(found).toMatchObject({ is_shipped: true, version: version + 1 });
    expect(found.versions[0]).toMatchObject({ is_shipped: true, note: 'Enough' });
    expect((await auditOf(app.db, 'document', 'faqs')).at(-1)).toMatchObject({ what: 'document.reset' });
    const change = app.db.updateTable('content_versions').set({ note: 'x' }).execute();
    await expect(change).rejects.toThrow('append-only');
  });
});
