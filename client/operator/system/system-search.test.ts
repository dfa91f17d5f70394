import { expect, test } from 'vitest';
import { readMailsFilter, readWebhooksFilter } from './system-search.ts';

const ID = '01900000-0000-7000-8000-000000000000';

test('the address filters mails by person, address, state and kind; what is unknown is dropped', () => {
  const filter = { person: ID, to: 'a@b.c', state: 'failed', template: 'welcome' };
  expect(readMailsFilter(filter)).toEqual(filter);
  expect(readMailsFilter({ person: 'ada', to: ' ', state: 'lost', template: 'toString', more: 1 })).toEqual(
    {},
  );
});

test('the address filters webhooks by provider and state', () => {
  expect(readWebhooksFilter({ provider: 'paypal', state: 'waiting' })).toEqual({
    provider: 'paypal',
    state: 'waiting',
  });
  expect(readWebhooksFilter({ provider: 'square', state: 'lost' })).toEqual({});
});
