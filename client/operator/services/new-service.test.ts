import { expect, test } from 'vitest';
import { EMPTY_SERVICE, nameFrom, toNewService } from './new-service.ts';

test.each([
  ['Stem Mastering', 'stem-mastering'],
  ['  Café & Bar! ', 'cafe-bar'],
  ['', ''],
])('a name for %j', (label, name) => {
  expect(nameFrom(label)).toBe(name);
});

test('what is typed becomes what the call takes', () => {
  expect(
    toNewService({ ...EMPTY_SERVICE, label: 'Beat making', files: 'none', credits: ' 2 ' }),
  ).toMatchObject({
    value: 'beat-making',
    unit_minutes: 30,
    credits: 2,
    files_deadline_enabled: false,
  });
  expect(toNewService({ ...EMPTY_SERVICE, value: ' own ', slots: '' })).toMatchObject({
    value: 'own',
    slots: Number.NaN,
  });
});
