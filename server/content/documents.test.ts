import { describe, expect } from 'vitest';
import * as contract from '#shared/content/contract-documents.ts';
import type { Catalogue } from '#shared/content/contract-store.ts';
import { getLimitations, getStudio } from '#shared/content/contract.ts';
import { LIMITATIONS } from '#shared/content/rules.ts';
import { DOCUMENT_NAMES } from './documents/registry.ts';
import { readDocument } from './documents/write.ts';
import * as content from './service.ts';
import { roundTrips } from '#test/api/round-trips.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { whenReadingsAreOld } from '#test/rooms/flags.ts';
import { test as base } from '#test/api/test.ts';

/** A document that contains the number of its write. */
const numbered = (n: number) => ({ faqs: [{ question: `Q${n}`, answer: `A${n}` }] });
const test = base
  .extend('ctx', { scope: 'file' }, ({ app }) => () => ({ db: app.db, now: app.clock.now() }))
  /** The offers, for a test to change. */
  .extend(
    'pricing',
    { scope: 'file' },
    ({ app }) =>
      async (): Promise<Catalogue> =>
        JSON.parse(JSON.stringify(await content.catalogue({ db: app.db }))),
  )
  .extend(
    'found',
    { scope: 'file' },
    ({ app }) =>
      async (query: object) =>
        (await app.call(contract.getPricingPlans, { query })).body.plans.map(({ id }) => id),
  )
  .extend(
    'raw',
    { scope: 'file' },
    ({ app }) =>
      (url: string, headers: Record<string, string> = {}) =>
        app.http.inject({ method: 'GET', url, headers: { host: 'localhost:4000', ...headers } }),
  );

test.afterEach(async ({ ctx }) => {
  await Promise.all(DOCUMENT_NAMES.map((name) => content.resetDocument(ctx(), name)));
});

describe('what is shipped', () => {
  test.for([
    contract.getOnboardingModal,
    contract.getHowItWorks,
    contract.getOffboardingModal,
    contract.getServiceUpdate,
    contract.getStudioBanner,
    contract.getReferralContent,
    contract.getBillingArea,
    contract.getFaqs,
    contract.getPricing,
    contract.getPricingCatalogue,
    contract.getPricingPlans,
  ])('is answered to anyone: $path', async (endpoint, { app }) => {
    const { status, headers } = await app.call(endpoint as typeof contract.getFaqs, {});
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
  });

  test.for(['privacy', 'terms'] as const)('is answered to anyone: the page %s', async (page, { app }) => {
    const { body } = await app.call(contract.getPage, { params: { page } });
    expect(body.body).toMatch(/^<p>.*<h2>/s);
  });

  test('a billboard for each cohort, and no other', async ({ app }) => {
    const headers = await Promise.all(
      contract.BILLBOARDS.map(
        async (variant) => (await app.call(contract.getBillboard, { query: { variant } })).body.header,
      ),
    );
    expect(new Set(headers).size).toBe(4);
    const other = { query: { variant: 'public' as never } };
    expect((await app.call(contract.getBillboard, other)).status).toBe(400);
    expect((await app.call(contract.getPage, { params: { page: 'imprint' as never } })).status).toBe(400);
  });

  test('the plans and bundles are those of the shipped catalogue', async ({ app }) => {
    const { body } = await app.call(contract.getPricing, { query: { mode: 'studio' } });
    const plans = body.public.plans.map(
      ({ name, price, credits, tier, isAnnual, highlighted, has_rollover }) =>
        [name, price, credits, tier, isAnnual, highlighted, has_rollover].join(' '),
    );
    expect(plans).toEqual([
      'Studio 2 99 2 1 false false false',
      'Studio 5 199 5 2 false true true',
      'Studio 10 349 10 3 false false true',
      'Studio 24 1068 24 1 true false false',
      'Studio 60 2148 60 2 true false false',
      'Studio 120 3768 120 3 true false false',
    ]);
    expect(body.public.bundles.map(({ price, credits }) => [price, credits])).toEqual([
      [0, 0],
      [219, 3],
      [690, 10],
    ]);
    expect(body.public.orchestras).toEqual([]);
    expect(body.cancelled.bundles.every(({ price }) => price > 0)).toBe(true);
    expect(body.ondemandLimitations).toEqual(LIMITATIONS);
  });
});

describe('a document of the operator', () => {
  test('counts at once, and the shipped one again after a reset', async ({ app, ctx }) => {
    const own = { faqs: [{ question: 'Why?', answer: 'Because.' }] };
    expect(await content.writeDocument(ctx(), 'faqs', own)).toEqual({ ok: true, value: own });
    expect((await app.call(contract.getFaqs, {})).body).toEqual(own);
    await content.resetDocument(ctx(), 'faqs');
    expect((await app.call(contract.getFaqs, {})).body.faqs.length).toBeGreaterThanOrEqual(10);
    await content.resetDocument(ctx(), 'faqs');
    const [changed, reset, ...more] = await auditOf(app.db, 'document', 'faqs');
    expect([changed?.what, reset?.what, more]).toEqual(['document.changed', 'document.reset', []]);
    expect(changed?.after).toMatchObject({ 'faqs.0.question': 'Why?', 'faqs.0.answer': 'Because.' });
    expect([reset?.before, reset?.after]).toEqual([changed?.after, changed?.before]);
  });

  test('is refused with every field that is wrong, and nothing is written', async ({ app, ctx }) => {
    const before = (await app.call(contract.getFaqs, {})).body;
    const bad = { faqs: [{ question: '', answer: 3, colour: 'red' }], extra: 1 };
    expect(await content.writeDocument(ctx(), 'faqs', bad)).toMatchObject({
      reason: 'invalid',
      errors: [{ field: 'faqs.0.question' }, { field: 'faqs.0.answer' }],
    });
    const unknown = { faqs: [{ question: 'Why?', answer: '', colour: 'red' }], extra: 1 };
    expect(await content.writeDocument(ctx(), 'faqs', unknown)).toMatchObject({
      reason: 'invalid',
      errors: [
        { field: 'faqs.0.colour', message: 'This field is not known.' },
        { field: 'extra', message: 'This field is not known.' },
      ],
    });
    expect((await app.call(contract.getFaqs, {})).body).toEqual(before);
  });

  test.for([undefined, null, 7, 'text', []])('is an object: not %s', async (value, { ctx }) => {
    expect(await content.writeDocument(ctx(), 'faqs', value)).toMatchObject({ reason: 'invalid' });
  });

  test.for(['nothing', '__proto__', 'constructor', ''])(
    'has a name that is known: not %s',
    async (name, { ctx }) => {
      expect(await readDocument(ctx(), name)).toMatchObject({ reason: 'no_such_document' });
      expect(await content.writeDocument(ctx(), name, {})).toMatchObject({ reason: 'no_such_document' });
      expect(await content.resetDocument(ctx(), name)).toMatchObject({ reason: 'no_such_document' });
    },
  );

  test('offers: an id twice and a cohort that names nothing are refused', async ({ ctx, pricing }) => {
    const own = await pricing();
    own.bundles.push(...own.bundles.slice(0, 1));
    own.cohorts.public.plans.push('studio_7');
    own.regions.push({ countries: ['PT'], bundles: ['bundle-4'], orchestras: [] });
    expect(await content.writeDocument(ctx(), 'pricing', own)).toMatchObject({
      errors: [
        { field: 'bundles.4.id', message: '"free-trial" is there twice.' },
        { field: 'cohorts.public.plans.6', message: 'There is no "studio_7" among the plans.' },
        { field: 'regions.0.bundles.0' },
      ],
    });
  });

  test('onboarding: its interests offer `other`', async ({ app, ctx }) => {
    const shown = (await app.call(contract.getOnboardingModal, {})).body;
    const own = { ...shown, interests: { ...shown.interests, options: shown.interests.options.slice(0, 2) } };
    expect(await content.writeDocument(ctx(), 'onboarding-modal', own)).toMatchObject({
      errors: [{ field: 'interests.options' }],
    });
  });

  test('HTML is sanitised when it is written, and again when it is read', async ({ app, ctx }) => {
    const body = '<p onclick="x">Hello <script>x</script><a href="javascript:x">you</a></p>';
    await content.writeDocument(ctx(), 'studio-banner', { body });
    const clean = '<p>Hello <a>you</a></p>';
    const stored = await app.db.selectFrom('content_documents').select('value').executeTakeFirstOrThrow();
    expect(stored.value).toEqual({ body: clean });
    await content.resetDocument(ctx(), 'studio-banner');
    const row = { name: 'studio-banner', value: JSON.stringify({ body }), updated_at: app.clock.now() };
    await app.db.insertInto('content_documents').values(row).execute();
    await readDocument(ctx(), 'studio-banner');
    expect((await app.call(contract.getStudioBanner, {})).body).toEqual({ body: clean });
  });

  test('that an update no longer takes is passed over for the shipped one', async ({ app, ctx }) => {
    const row = { name: 'faqs', value: '{"faqs":"none"}', updated_at: app.clock.now() };
    await app.db.insertInto('content_documents').values(row).execute();
    await readDocument(ctx(), 'faqs');
    expect((await app.call(contract.getFaqs, {})).body.faqs.length).toBeGreaterThanOrEqual(10);
  });

  test('that another process wrote is seen within 2 seconds', async ({ app }) => {
    await app.call(contract.getFaqs, {});
    const value = JSON.stringify({ faqs: [] });
    const row = { name: 'faqs', value, updated_at: app.clock.now() };
    await app.db.insertInto('content_documents').values(row).execute();
    const { body } = await whenReadingsAreOld(() => app.call(contract.getFaqs, {}));
    expect(body).toEqual({ faqs: [] });
  });

  test('is read once for the requests of two seconds', async ({ app }) => {
    const trips = await whenReadingsAreOld(() =>
      roundTrips(async () => {
        for (let calls = 0; calls < 3; calls += 1) await app.call(contract.getFaqs, {});
      }),
    );
    expect(trips.flat().filter((text) => text.includes('from "content_documents"'))).toHaveLength(1);
    await content.resetDocument({ db: app.db, now: app.clock.now() }, 'faqs');
  });

  test('thirty-two readers and writers at once each see a whole document', async ({ app, ctx }) => {
    const answers = await Promise.all(
      Array.from({ length: 32 }, async (_, n) => {
        if (n % 4 === 0) await content.writeDocument(ctx(), 'faqs', numbered(n));
        return (await app.call(contract.getFaqs, {})).body.faqs;
      }),
    );
    const torn = answers
      .filter((faqs) => faqs.length === 1)
      .filter(([only]) => only?.question.slice(1) !== only?.answer.slice(1));
    expect(torn).toEqual([]);
    expect((await app.call(contract.getFaqs, {})).body.faqs).toHaveLength(1);
  });
});

describe('documents as files', () => {
  test('all are exported, and taking them back changes nothing and keeps nothing', async ({ app, ctx }) => {
    const files = await content.exportDocuments(ctx());
    expect(files.map(({ file }) => file)).toEqual(DOCUMENT_NAMES.map((name) => `${name}.json`));
    expect(await content.importDocuments(ctx(), files)).toEqual({
      ok: true,
      value: { changed: [], removed: [] },
    });
    expect(await app.db.selectFrom('content_documents').selectAll().execute()).toEqual([]);
  });

  test('what was changed in them comes in, and goes out again', async ({ ctx }) => {
    const text = JSON.stringify({ faqs: [{ question: 'Why?', answer: 'Because.' }] });
    const files = [{ file: 'faqs.json', text }];
    expect(await content.importDocuments(ctx(), files)).toMatchObject({ value: { changed: ['faqs'] } });
    expect(await content.importDocuments(ctx(), files)).toEqual({
      ok: true,
      value: { changed: [], removed: [] },
    });
    const out = (await content.exportDocuments(ctx())).find(({ file }) => file === 'faqs.json');
    expect(JSON.parse(out?.text ?? '')).toEqual(JSON.parse(text));
  });

  test('what of their HTML is left out is said, also where nothing changes by it', async ({ app, ctx }) => {
    const body = '<p onclick="x()">Hello <b>you</b></p><script>alert(1)</script>';
    const files = [{ file: 'studio-banner.json', text: JSON.stringify({ body }) }];
    const removed = ['onclick of <p>', '<b>, but not its text', '<script> with what is in it'].map(
      (message) => ({ field: 'studio-banner.json: body', message }),
    );
    const imported = (changed: string[]) => ({ ok: true, value: { changed, removed } });
    expect(await content.importDocuments(ctx(), files)).toEqual(imported(['studio-banner']));
    expect(await content.importDocuments(ctx(), files)).toEqual(imported([]));
    expect((await app.call(contract.getStudioBanner, {})).body.body).toBe('<p>Hello you</p>');
  });

  test('all or none, with the file and the field of each fault', async ({ app, ctx }) => {
    const files = [
      { file: 'faqs.json', text: '{"faqs":[]}' },
      { file: 'terms.json', text: '{"title":"","body":"<p>x</p>"}' },
      { file: 'privacy.json', text: '{"title":' },
      { file: 'imprint.json', text: '{}' },
      { file: 'referral', text: '{}' },
    ];
    const refused = await content.importDocuments(ctx(), files);
    expect(refused).toMatchObject({
      reason: 'invalid',
      errors: [
        { field: 'terms.json: title' },
        { field: 'privacy.json', message: expect.stringMatching(/^This is not JSON/) },
        { field: 'imprint.json' },
        { field: 'referral' },
      ],
    });
    expect((await app.call(contract.getFaqs, {})).body.faqs.length).toBeGreaterThan(0);
  });
});

test('what only the studio can say is not made up: it is told as missing, and absent until it is set', async ({
  app,
  ctx,
}) => {
  const { settings } = app.ctx();
  const missing = () => content.missingContent({ db: app.db, settings });
  expect(await missing()).toEqual([
    'company (who issues the invoices)',
    'how-it-works (whom people get to know)',
    'pricing (where orchestras are asked for)',
    'privacy (who you are)',
    'terms (who you are)',
  ]);
  const { body } = await app.call(contract.getHowItWorks, {});
  expect(body.customer_success).toBeNull();
  expect(JSON.stringify([body, (await app.call(contract.getPricing, {})).body])).not.toContain('.example');
  const link = { copy: 'Call', url: 'mailto:ada@studio.test' };
  const customer_success = { name: 'Ada', title: 'Host', body: 'Hello.', call: link, webinar: link };
  await content.writeDocument(ctx(), 'how-it-works', { ...body, customer_success });
  expect((await app.call(contract.getHowItWorks, {})).body.customer_success).toEqual(customer_success);
  expect((await missing())[1]).toBe('pricing (where orchestras are asked for)');
  await content.resetDocument(ctx(), 'how-it-works');
});

test('the seller and the VAT table are checked when written', async ({ app, ctx }) => {
  const seller = { name: 'Ada Lda.', address: ['Rua 1'], country: 'PT', vat_number: '', registration: '' };
  const errorsOf = async (name: string, value: object) => {
    const written = await content.writeDocument(ctx(), name, value);
    return written.ok ? [] : written.errors?.map(({ field }) => field);
  };
  expect(await errorsOf('company', { ...seller, address: [], country: null })).toEqual([
    'address',
    'country',
  ]);
  expect(await errorsOf('company', { ...seller, country: 'ZZ' })).toEqual(['country']);
  expect(await errorsOf('vat', { rates: { EL: 2400 }, reverse_charge: true })).toEqual(['rates.EL']);
  expect(await errorsOf('vat', { rates: { GR: 23.5 }, reverse_charge: true })).toEqual(['rates.GR']);
  expect(await errorsOf('vat', { rates: { GR: 2400 }, reverse_charge: true })).toEqual([]);
  expect(await errorsOf('company', seller)).toEqual([]);
  const missing = await content.missingContent({ db: app.db, settings: app.ctx().settings });
  expect(missing[0]).toMatch(/^how-it-works/);
  await content.resetDocument(ctx(), 'company');
  await content.resetDocument(ctx(), 'vat');
});

describe('reads of a region and of a price', () => {
  test('a country of a region sees its bundles, every other one the public ones', async ({
    app,
    ctx,
    pricing,
  }) => {
    const own = await pricing();
    // One of the external offers leads somewhere, the other one is not offered yet.
    own.orchestras = own.orchestras.map((one, at) => ({ ...one, link: at === 0 ? '/faq' : null }));
    own.regions = [{ countries: ['PT', 'ES'], bundles: ['bundle-10'], orchestras: [] }];
    await content.writeDocument(ctx(), 'pricing', own);
    const read = async (country?: string) => {
      const { body } = await app.call(contract.getPricingCatalogue, { query: { country } });
      return [body.bundles.map(({ id }) => id), body.orchestras.length];
    };
    expect(await read('ES')).toEqual([['bundle-10'], 0]);
    expect(await read('FR')).toEqual([['free-trial', 'bundle-3', 'bundle-10'], 1]);
    expect(await read()).toEqual(await read('FR'));
    const bad = await app.call(contract.getPricingCatalogue, { query: { country: 'Portugal' } });
    expect(bad.status).toBe(400);
  });

  test('plans are found by the prices that are sold, not by what the document says', async ({
    ctx,
    pricing,
    found,
  }) => {
    const own = await pricing();
    Object.assign(own.plans[1] ?? {}, { paypalProdPriceId: 'P-5' });
    await content.writeDocument(ctx(), 'pricing', own);
    expect(await found({ paypalProdPriceId_eq: 'P-5' })).toEqual([]);
    expect(await found({ stripeProdPriceId_eq: 'price_6' })).toEqual([]);
    expect(await found({})).toHaveLength(6);
  });
});

describe('a read is asked for again without being sent again', () => {
  test('304 for the same, 200 with another tag once it has changed', async ({ ctx, raw }) => {
    const first = await raw('/content/faqs');
    const tag = String(first.headers['etag']);
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const same = await raw('/content/faqs', { 'if-none-match': sent });
      expect([same.statusCode, same.body, same.headers['etag']]).toEqual([304, '', tag]);
      expect(same.headers['cache-control']).toBe('no-cache');
    }
    expect((await raw('/content/faqs', { 'if-none-match': '"other"' })).statusCode).toBe(200);
    await content.writeDocument(ctx(), 'faqs', { faqs: [] });
    const changed = await raw('/content/faqs', { 'if-none-match': tag });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers['etag']).not.toBe(tag);
  });

  test('what needs a login asks for it first; the studio, which tells the time, is kept by nobody', async ({
    app,
    raw,
  }) => {
    const client = await app.people.make('client');
    const { headers } = await app.call(getLimitations, {}, client);
    const tag = String(headers['etag']);
    expect((await raw('/content/limitations', { 'if-none-match': tag })).statusCode).toBe(401);
    const again = await app.call(getLimitations, { headers: { 'if-none-match': tag } }, client);
    expect(again.status).toBe(304);
    const studio = await app.call(getStudio, {});
    expect(studio.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(studio.headers['etag']).toBeUndefined();
  });
});
