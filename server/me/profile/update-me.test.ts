import { describe, expect } from 'vitest';
import { getMe, updateBillingInformation, updateMe } from '#shared/me/contract.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/api/test.ts';

const EMPTY = { address: '', city: '', company_name: '', country: null, vat_number: '', zipcode: '' };

const test = base
  .extend(
    'put',
    { scope: 'file' },
    ({ app }) =>
      (user: object, as: TestPerson | null) =>
        app.call(updateMe, { body: { user } }, as),
  )
  .extend(
    'bill',
    { scope: 'file' },
    ({ app }) =>
      (address: object, as: TestPerson) =>
        app.call(updateBillingInformation, { body: { billing_address: address } }, as),
  )
  .extend(
    'seen',
    { scope: 'file' },
    ({ app }) =>
      async (as: TestPerson) =>
        (await app.call(getMe, {}, as)).body.user,
  );

describe('PUT /api/users/me', () => {
  test('changes what is sent and answers the merged user; the rest stays', async ({ app, put, seen }) => {
    const person = await app.people.make('client');
    const before = await seen(person);
    const { status, body } = await put({ name: 'Grace  Brewster Hopper', country: 'PT' }, person);
    expect(status).toBe(200);
    expect(body.user).toEqual({ ...before, name: 'Grace Brewster Hopper', country: 'PT' });
    const zone = await put({ timezone: 'Australia/Adelaide' }, person);
    expect(zone.body.user).toEqual({ ...body.user, timezone: 'Australia/Adelaide' });
    expect((await put({}, person)).body.user).toEqual(zone.body.user);
    expect((await put({ country: null }, person)).body.user.country).toBeNull();
  });

  test.for(['partner', 'operator', 'managed'] as const)(
    'a %s changes theirs too',
    async (role, { app, put }) => {
      const person = await app.people.make(role);
      expect((await put({ name: 'Grace Hopper' }, person)).body.user).toMatchObject({
        name: 'Grace Hopper',
        role,
      });
    },
  );

  test.for(['partner', 'managed', 'operator'] as const)(
    'a billing address is refused to a %s, and nothing else is changed',
    async (role, { app, put, seen }) => {
      const person = await app.people.make(role);
      const before = await seen(person);
      const { status, problem } = await put(
        { name: 'Grace Hopper', billing_address: { city: 'Lisboa' } },
        person,
      );
      expect([status, problem.code]).toEqual([403, 'not_billed']);
      expect(await seen(person)).toEqual(before);
    },
  );

  test('a part of the billing address, a part of the switches', async ({ app, put }) => {
    const person = await app.people.make('client');
    await put({ billing_address: { city: 'Lisboa', country: 'PT' } }, person);
    const address = (await put({ billing_address: { zipcode: ' 1200-001\n' } }, person)).body.user
      .billing_address;
    expect(address).toEqual({ ...EMPTY, city: 'Lisboa', country: 'PT', zipcode: '1200-001' });
    await put({ notification_settings: { marketing: false } }, person);
    const { body } = await put({ notification_settings: { files: false } }, person);
    expect(body.user.notification_settings).toEqual({
      booking: true,
      cancellation: true,
      files: false,
      marketing: false,
    });
  });

  test('what is not in the contract is never written', async ({ app, put }) => {
    const person = await app.people.make('client', { password_hash: 'x' });
    const other = await app.people.make('client');
    const row = (id: string) =>
      app.db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const [mine, theirs] = [await row(person.id), await row(other.id)];
    const { status } = await put(
      {
        id: other.id,
        person_id: other.id,
        email: 'other@test.test',
        role: 'operator',
        avatar: 'https://elsewhere.test/x.png',
        password_hash: 'mine',
        waitlisted: true,
        status: 'subscriber',
        sessions_left: 100,
        zone: 'Asia/Tokyo',
        billing_address: { person_id: other.id, updated_at: '2000-01-01T00:00:00Z' },
        notification_settings: { person_id: other.id },
        name: 'Grace Hopper',
      },
      person,
    );
    expect(status).toBe(200);
    // The database makes the words of the operator's search from the name.
    const search = mine.search.replace('ada lovelace', 'grace hopper');
    expect(await row(person.id)).toEqual({ ...mine, name: 'Grace Hopper', search });
    expect(await row(other.id)).toEqual(theirs);
  });

  test.for([
    ['name', '', 'This field is required'],
    ['name', 'Ada', 'Your first name and last name are required'],
    ['name', `Ada ${'l'.repeat(300)}`, 'Please keep it to 255 characters.'],
    ['country', 'ZZ', 'Please choose a country from the list.'],
  ] as const)(
    '%s "%s" is 422 with its words, and nothing is changed',
    async ([field, value, message], { app, put, seen }) => {
      const person = await app.people.make('client');
      const before = await seen(person);
      const { status, problem } = await put({ timezone: 'Asia/Tokyo', [field]: value }, person);
      expect([status, problem.code, problem.errors]).toEqual([
        422,
        'invalid',
        [{ field: `user.${field}`, message }],
      ]);
      expect(await seen(person)).toEqual(before);
    },
  );

  test.for([
    { timezone: 'Mars/Olympus' },
    { timezone: null },
    { name: 7 },
    { country: 'Portugal' },
    { notification_settings: { booking: 'yes' } },
    { notification_settings: { booking: null } },
    { billing_address: { city: 'x'.repeat(256) } },
    { billing_address: { country: 'PRT' } },
  ])('%o is malformed', async (user, { app, put }) => {
    const { status } = await put(user, await app.people.make('client'));
    expect(status).toBe(400);
  });

  test('of two changes of different parts at once both are there', async ({ app, put, seen }) => {
    const person = await app.people.make('client');
    const parts = ['address', 'city', 'company_name', 'vat_number', 'zipcode'] as const;
    await Promise.all(parts.map((part) => put({ billing_address: { [part]: part } }, person)));
    const { billing_address: address } = await seen(person);
    expect(parts.map((part) => address[part])).toEqual([...parts]);
  });

  test('nobody is 401', async ({ put }) => {
    expect((await put({ name: 'Ada Lovelace' }, null)).problem.code).toBe('not_signed_in');
  });
});

/** The refusal of a VAT number. */
const refused = (country: string, example: string) => [
  422,
  [
    {
      field: 'billing_address.vat_number',
      message: `This is not a VAT number of ${country}. One looks like ${example}.`,
    },
  ],
];

describe('PUT /api/v2/users/billing-information', () => {
  test('changes who is billed and answers the merged user', async ({ app, bill }) => {
    const person = await app.people.make('client');
    const address = {
      company_name: 'Night Owl Records',
      country: 'PT',
      address: 'Rua da Rosa 12',
      city: 'Lisboa',
      zipcode: '1200-001',
      vat_number: 'PT500000000',
    };
    const { status, body } = await bill(address, person);
    expect(status).toBe(200);
    expect(body.user.billing_address).toEqual(address);
    expect(body.user.country).toBeNull();
    const { body: emptied } = await bill({ vat_number: '', country: null }, person);
    expect(emptied.user.billing_address).toEqual({ ...address, vat_number: '', country: null });
  });

  test.for(['partner', 'managed', 'operator'] as const)('is refused to a %s', async (role, { app, bill }) => {
    expect((await bill({ city: 'Lisboa' }, await app.people.make(role))).status).toBe(403);
  });

  test('an unknown country is 422 at its field', async ({ app, bill }) => {
    const { status, problem } = await bill({ country: 'UK' }, await app.people.make('client'));
    expect([status, problem.errors]).toEqual([
      422,
      [{ field: 'billing_address.country', message: 'Please choose a country from the list.' }],
    ]);
  });

  test('a VAT number is stored in the form of its country', async ({ app, bill }) => {
    const person = await app.people.make('client');
    const stored = async (change: object) => {
      const { status, body } = await bill(change, person);
      return [status, status === 200 ? body.user.billing_address.vat_number : null];
    };
    expect(await stored({ vat_number: 'de 123.456.789' })).toEqual([200, 'de 123.456.789']);
    expect(await stored({ country: 'DE' })).toEqual([200, 'DE123456789']);
    expect(await stored({ vat_number: 'GR123456789', country: 'GR' })).toEqual([200, 'EL123456789']);
    expect(await stored({ vat_number: 'GB 123', country: 'GB' })).toEqual([200, 'GB 123']);
  });

  test('a VAT number of another form than its country is 422 at its field', async ({ app, bill }) => {
    const person = await app.people.make('client');
    const answer = async (change: object) => {
      const { status, problem } = await bill(change, person);
      return [status, problem.errors];
    };
    expect(await answer({ country: 'DE', vat_number: 'DE12' })).toEqual(refused('Germany', 'DE123456789'));
    await bill({ country: 'DE', vat_number: 'DE123456789' }, person);
    expect(await answer({ country: 'PT' })).toEqual(refused('Portugal', 'PT123456789'));
    expect(await answer({ city: 'Lisboa' })).toEqual([200, undefined]);
  });
});
