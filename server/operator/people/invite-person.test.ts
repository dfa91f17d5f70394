import { expect } from 'vitest';
import { inviteAgain, invitePerson, listCatalogueNames } from '#shared/operator/person/contract-invite.ts';
import { resetPassword } from '#shared/accounts/contract.ts';
import { hashToken, newId, newToken } from '../../lib/ids.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '#test/api/test.ts';

let made = 0;
const MUSICIAN = { slug: 'rafa', title: 'Drummer', services: ['recording'], instruments: ['drums'] };

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator'))
  .extend('invite', { scope: 'file' }, ({ app, operator }) => (more: object = {}) => {
    made += 1;
    const email = `invited-${made}@example.com`;
    const body = { role: 'managed' as const, name: 'Ada Lovelace', email, zone: 'Europe/Lisbon', ...more };
    return app.call(invitePerson, { body }, operator);
  })
  .extend('again', { scope: 'file' }, ({ app, operator }) => async (id: string) => {
    const { status, problem } = await app.call(inviteAgain, { params: { id } }, operator);
    return status === 200 ? 'sent' : `${status} ${problem?.code}`;
  });

test('an operator invites a managed client, a musician and one more operator, each audited and mailed', async ({
  app,
  operator,
  invite,
}) => {
  const managed = await invite();
  const partner = await invite({ role: 'partner', musician: MUSICIAN });
  const other = await invite({ role: 'operator', another: true });
  expect([managed.status, partner.status, other.status]).toEqual([200, 200, 200]);
  const rows = await app.db
    .selectFrom('people as p')
    .leftJoin('musicians as m', 'm.person_id', 'p.id')
    .select(['p.role', 'p.zone', 'm.slug', 'm.title', 'm.published'])
    .where('p.id', 'in', [managed.body.id, partner.body.id, other.body.id])
    .orderBy('p.id')
    .execute();
  expect(rows).toEqual([
    { role: 'managed', zone: 'Europe/Lisbon', slug: null, title: null, published: null },
    { role: 'partner', zone: 'Europe/Lisbon', slug: 'rafa', title: 'Drummer', published: false },
    { role: 'operator', zone: 'Europe/Lisbon', slug: null, title: null, published: null },
  ]);
  expect(await auditOf(app.db, 'person', partner.body.id)).toMatchObject([
    { operator_id: operator.id, what: 'person.invited', after: { role: 'partner', musician: MUSICIAN } },
  ]);
  await app.queues.drain();
  const mails = await app.db
    .selectFrom('email_log')
    .select('person_id')
    .where('template', '=', 'choose-password')
    .where('sent_at', 'is not', null)
    .execute();
  expect(new Set(mails.map(({ person_id }) => person_id))).toEqual(
    new Set([managed.body.id, partner.body.id, other.body.id]),
  );
});

test('each wrong field is named, and what is taken or not confirmed is refused', async ({ app, invite }) => {
  const wrong = await invite({
    role: 'partner',
    email: 'ada',
    name: 'Ada',
    zone: 'Mars/Base',
    musician: { ...MUSICIAN, slug: 'A B', title: ' ' },
  });
  expect([wrong.status, wrong.problem?.code]).toEqual([422, 'invalid']);
  expect(wrong.problem?.errors?.map(({ field }) => field)).toEqual([
    'email',
    'name',
    'zone',
    'slug',
    'title',
  ]);
  const unknown = await invite({
    role: 'partner',
    musician: { ...MUSICIAN, slug: 'other', services: ['singing'], instruments: ['harp'] },
  });
  expect(unknown.problem?.errors?.map(({ field }) => field)).toEqual(['services', 'instruments']);
  const known = await app.people.make('client');
  const refusalOf = async (more: object) => {
    const { status, problem } = await invite(more);
    return `${status} ${problem?.code}`;
  };
  expect(await refusalOf({ email: known.email.toUpperCase() })).toBe('409 email_taken');
  expect(await refusalOf({ role: 'partner', musician: { ...MUSICIAN, slug: 'taken' } })).toBe(
    '200 undefined',
  );
  expect(await refusalOf({ role: 'partner', musician: { ...MUSICIAN, slug: 'taken' } })).toBe(
    '409 slug_taken',
  );
  expect(await refusalOf({ role: 'operator' })).toBe('409 operator_exists');
  expect(await refusalOf({ role: 'client' })).toBe('400 malformed');
});

test('of many who invite one address at once one succeeds', async ({ invite }) => {
  const tries = await Promise.all(
    Array.from({ length: 6 }, () => invite({ email: 'once-only@example.com' })),
  );
  const codes = tries.map(({ status, problem }) => problem?.code ?? status);
  expect(codes.toSorted()).toEqual([200, ...Array.from({ length: 5 }, () => 'email_taken')]);
});

test('the names are those of the catalogue, the defaults included', async ({ app, operator }) => {
  const { body } = await app.call(listCatalogueNames, {}, operator);
  expect(body.services).toContainEqual({ value: 'recording', label: 'Recording session' });
  expect(body.instruments).toContainEqual({ value: 'drums', label: 'Drums' });
});

test('an invitation is sent again: the former link is void at once, three times an hour', async ({
  app,
  clock,
  invite,
  again,
}) => {
  const { body } = await invite();
  const token = newToken();
  await app.db
    .insertInto('one_time_tokens')
    .values({
      hash: hashToken(token),
      purpose: 'choose_password',
      person_id: body.id,
      created_at: clock.now(),
      expires_at: clock.now().add({ hours: 24 }),
    })
    .execute();
  const check = () => app.call(resetPassword, { body: { resetToken: token } });
  expect((await check()).status).toBe(200);
  expect(await again(body.id)).toBe('sent');
  expect((await check()).problem?.code).toBe('bad_token');
  expect([await again(body.id), await again(body.id), await again(body.id)]).toEqual([
    'sent',
    'sent',
    '429 too_many_requests',
  ]);
  expect((await auditOf(app.db, 'person', body.id)).map(({ what }) => what)).toEqual([
    'person.invited',
    'person.invited-again',
    'person.invited-again',
    'person.invited-again',
  ]);
  clock.add({ minutes: 61 });
  expect(await again(body.id)).toBe('sent');
});

test('only who is invited is invited again', async ({ app, again }) => {
  const { id } = await app.people.make('client');
  await app.db.updateTable('people').set({ email_proved_at: app.clock.now() }).where('id', '=', id).execute();
  expect(await again(id)).toBe('409 not_invited');
  expect(await again(newId())).toBe('404 not_found');
});

test('only operators invite', async ({ app }) => {
  const body = { role: 'managed' as const, name: 'Ada Lovelace', email: 'no@example.com', zone: 'UTC' };
  expect((await app.call(invitePerson, { body })).status).toBe(401);
  for (const role of ['client', 'partner', 'managed'] as const)
    expect((await app.call(invitePerson, { body }, await app.people.make(role))).status).toBe(403);
});
