import { expect } from 'vitest';
import * as documents from '#shared/content/contract-documents.ts';
import { filterByTrial } from '#shared/content/rules-trial.ts';
import type { Endpoint } from '#shared/lib/endpoint.ts';
import { joinBundle } from '#shared/billing/contract.ts';
import { invited } from '../referrals/events.ts';
import { newId } from '../lib/ids.ts';
import { setFlags } from '#test/rooms/flags.ts';
import { headerOf, test } from '#test/rooms/mails.ts';

/** What promises a trial or its credit. */
const PROMISE = /trial|on us\b|first credit|free session|session free|1 credit for/i;

/** All texts of an answer but for what is said to people on trial, by their status: a trial that has begun is kept. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const { trial_begins: _begins, trial_welcome: _welcome, steps, ...rest } = value as Record<string, unknown>;
  const said = Array.isArray(steps) ? filterByTrial(steps as { trial?: boolean }[], false) : steps;
  return [...Object.values(rest), said].flatMap(textsOf);
}

const CALLS: readonly (readonly [Endpoint, object])[] = [
  [documents.getOnboardingModal, {}],
  [documents.getHowItWorks, {}],
  [documents.getReferralContent, {}],
  [documents.getFaqs, {}],
  [documents.getPricing, { query: {} }],
  [documents.getPricingCatalogue, { query: {} }],
  [documents.getStudioBanner, {}],
  [documents.getBillingArea, {}],
  ...documents.BILLBOARDS.map((variant) => [documents.getBillboard, { query: { variant } }] as const),
];

test.beforeAll(async ({ app }) => {
  await setFlags(app, { 'free-trial': false });
});

test.for(CALLS.map(([endpoint, args]) => [endpoint.path, endpoint, args] as const))(
  'without trials %s promises none',
  async ([, endpoint, args], { app }) => {
    const { body } = await app.call(endpoint, args);
    const texts = textsOf(body);
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => PROMISE.test(text))).toEqual([]);
  },
);

test('without trials one joins for nothing, and gets nothing; the trial is not there to be joined', async ({
  app,
  studio,
}) => {
  const client = await studio.makeClient({ status: 'signup', credits: 0 });
  expect((await app.call(joinBundle, { body: { bundle_id: 'free-trial' } }, client)).status).toBe(404);
  const joined = await app.call(joinBundle, { body: { bundle_id: 'free-start' } }, client);
  expect([joined.status, joined.body.credits, joined.body.product_name]).toEqual([200, 0, 'On demand']);
});

test('without trials neither invitation nor welcome promise a credit', async ({ app, studio, inbox }) => {
  const email = `friend-${newId()}@test.test`;
  const inviter = await app.people.make('client');
  const now = app.clock.now();
  const invitation = { id: newId(), email, code: newId(), inviter_id: inviter.id } as const;
  await app.db
    .insertInto('invitations')
    .values({
      ...invitation,
      status: 'awaiting-to-accept',
      created_at: now,
      expires_at: now.add({ hours: 720 }),
    })
    .execute();
  await studio.inTx((tx) => app.queues.emit(tx, invited, { invitation_id: invitation.id }));
  await app.queues.drain();
  const mails = inbox.take(email);
  expect(mails.map((mail) => headerOf(mail, 'Subject'))).toHaveLength(1);
  for (const { text = '', html = '' } of mails) expect(`${text} ${html}`).not.toMatch(PROMISE);
});
