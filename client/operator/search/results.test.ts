import { expect, test } from 'vitest';
import { placesFor, resultGroups } from './results.ts';

const id = '01a20ae6-96ba-71e1-a1a1-dc28817a1696';

test.each([
  ['', 26],
  ['ses', 4],
  ['to be', 1],
  ["today's", 1],
  ['AUDIT log', 1],
  ['zz', 0],
])('places of the console for "%s"', (text, count) => {
  expect(placesFor(text)).toHaveLength(count);
});

test('what was found stands by kind, sessions and invoices first', () => {
  const person = { id, name: 'Ada' };
  const groups = resultGroups(
    'people',
    {
      people: [{ ...person, email: 'ada@test.test', role: 'client' }],
      musicians: [{ ...person, email: 'rafa@test.test', slug: 'rafa' }],
      sessions: [
        {
          id: 100_001,
          starts_at: '2026-11-24T12:00:00Z',
          ends_at: '2026-11-24T12:30:00Z',
          status: 'cancelled',
          service: 'Drums',
          client: person,
          musician: person,
          price: 1,
        },
      ],
      invoices: [
        {
          id,
          number: 'TB-2026-000001',
          kind: 'credit_note',
          issued_at: '2026-11-24T23:30:00Z',
          total_cents: 9900,
          person,
        },
      ],
    },
    'Europe/Madrid',
  );
  expect(
    groups.map(({ title, results }) => [title, results.map(({ to, about }) => `${to} ${about}`)]),
  ).toEqual([
    ['Sessions', ['/sessions/100001 Drums, Ada, Tue 24 Nov 26 13:00, Cancelled']],
    ['Invoices', [`/people/${id} Credit note of Ada, $99.00, Wed 25 Nov 26`]],
    ['People', [`/people/${id} ada@test.test, Client`]],
    ['Musicians', [`/musicians/${id} rafa, rafa@test.test`]],
    ['Places', ['/people Everybody with an account']],
  ]);
});
