import { expect } from 'vitest';
import { LISTED_FLAGS } from '#shared/content/rules.ts';
import * as contract from '#shared/operator/content/contract-flags.ts';
import { test as base } from '#test/api/test.ts';
import * as content from '../../content/service.ts';

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator', { name: 'Olga' }))
  .extend('list', { scope: 'file' }, ({ app, operator }) => async () => {
    const { status, body } = await app.call(contract.listFlags, {}, operator);
    expect(status).toBe(200);
    return body;
  });

test('every flag is listed, set and unset, with who changed it', async ({ app, operator, list }) => {
  expect((await list()).flags.map(({ name }) => name)).toEqual(LISTED_FLAGS);
  const sale = async () => (await list()).flags.find(({ name }) => name === 'sale');
  expect(await sale()).toMatchObject({ shipped: false, own: null, value: false, changed: null });
  const params = { name: 'sale' };
  const set = () => app.call(contract.setFlag, { params, body: { on: true } }, operator);
  const both = await Promise.all([set(), set()]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await sale()).toMatchObject({ own: true, value: true, changed: { by: { name: 'Olga' } } });
  expect((await list()).audit, 'of two at once one is a change').toMatchObject([
    { what: 'flag.set', operator: { name: 'Olga' }, before: { on: false }, after: { on: true } },
  ]);
  await content.setFlag({ db: app.db, now: app.clock.now() }, 'webinar', true);
  expect((await list()).flags.find(({ name }) => name === 'webinar')?.changed?.by).toBeNull();
  expect((await app.call(contract.unsetFlag, { params }, operator)).status).toBe(200);
  expect(await sale()).toMatchObject({ own: null, value: false, changed: { by: { name: 'Olga' } } });
});

test('there is no other flag, and a value is on or off', async ({ app, operator }) => {
  const params = { name: 'toString' };
  expect((await app.call(contract.setFlag, { params, body: { on: true } }, operator)).status).toBe(404);
  expect((await app.call(contract.unsetFlag, { params }, operator)).status).toBe(404);
  const body = { on: 'yes' as never };
  expect((await app.call(contract.setFlag, { params: { name: 'sale' }, body }, operator)).status).toBe(400);
});
