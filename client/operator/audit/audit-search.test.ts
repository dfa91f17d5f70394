import { expect, test } from 'vitest';
import { readAuditSearch } from './audit-search.ts';

const id = '01a20ae6-96ba-71e1-a1a1-dc28817a1696';

test('a filter is read from the address, and what it does not know is dropped', () => {
  const known = { by: id, what: 'session.moved', kind: 'session', id: '100001', person: id };
  expect(readAuditSearch(known)).toEqual(known);
  expect(readAuditSearch({ by: 'command' })).toEqual({ by: 'command' });
  expect(readAuditSearch({ kind: 'flag', id: ' sale ' })).toEqual({ kind: 'flag', id: 'sale' });
  for (const wrong of [
    { by: 'me' },
    { what: 'session.eaten' },
    { kind: 'cat' },
    { id: '7' },
    { person: '7' },
    { other: 'x' },
  ])
    expect(readAuditSearch(wrong)).toEqual({});
  expect(readAuditSearch({ kind: 'session', id: '1'.repeat(101) })).toEqual({ kind: 'session' });
});
