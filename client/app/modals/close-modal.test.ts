import { expect, test } from 'vitest';
import { closeModal } from './close-modal.ts';

test.each([
  ['plans', { modal: 'plans', offer: 'x', method: 'paypal', tab: 'previous' }, { tab: 'previous' }],
  ['files', { modal: 'files', session: 100_001, folder: 'output', tab: 'previous' }, { tab: 'previous' }],
  ['top-up', { modal: 'top-up', artist: 'ana', session: 100_001 }, { session: 100_001 }],
  ['unknown', { modal: 'unknown', session: 100_001, folder: 'user' }, {}],
])('closing %s takes its parameters out of the address', (name, search, closed) => {
  expect(closeModal(name)(search as object)).toEqual(closed);
});

test("plans that were opened from a session's files lead back to them", () => {
  const search = { modal: 'plans', session: 100_001, folder: 'output', offer: 'x', tab: 'previous' } as const;
  const back = { modal: 'files', session: 100_001, folder: 'output', tab: 'previous' };
  expect(closeModal('plans')(search)).toEqual(back);
});

test('plans that are refused lead nowhere', () => {
  const search = { modal: 'plans', session: 100_001, folder: 'output', tab: 'previous' } as const;
  expect(closeModal('plans', true)(search)).toEqual({ tab: 'previous' });
});
