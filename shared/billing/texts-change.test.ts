import { expect, test } from 'vitest';
import { creditLines } from './texts-change.ts';

test('what a change does to the credits is said in whole sentences', () => {
  const now = { isNow: true, givesBack: true };
  expect(creditLines({ lost: 1, granted: 1, bank: 1 }, now)).toEqual([
    '1 credit of this period ends now: you get its share back above.',
    '1 credit comes at once.',
    'A credit of this period that you spend before you have paid is taken from the new ones.',
    'The 1 credit in your bank stays.',
  ]);
  expect(creditLines({ lost: 5, granted: 10, bank: 0 }, { ...now, givesBack: false })).toEqual([
    '5 credits of this period end now: nothing is left of what they cost.',
    '10 credits come at once.',
    'A credit of this period that you spend before you have paid is taken from the new ones.',
  ]);
  expect(creditLines({ lost: 0, granted: 10, bank: 0 }, { ...now, givesBack: false })[0]).toBe(
    "This period's credits are used up, so nothing is given back for it.",
  );
  expect(creditLines({ lost: 0, granted: 2, bank: 5 }, { isNow: false, givesBack: false })).toEqual([
    'Nothing ends now. 2 credits come with the new plan.',
    'The 5 credits in your bank stay.',
  ]);
});
