import { expect, test } from 'vitest';
import { statementLabel } from './texts.ts';

test.each([
  ['grant', 'plan', null, 'Plan credits'],
  ['grant', 'trial', null, 'Trial credit'],
  ['grant', 'operator', null, 'From the studio'],
  ['grant', 'rollover', null, 'Credits bank, left over from your plan'],
  ['rollover', 'plan', null, 'Moved to your credits bank'],
  ['spend', 'plan', 100_001, 'Session #100001'],
  ['refund', 'plan', 100_001, 'Refund of session #100001'],
  ['grant', 'refund', 100_001, 'Refund of session #100001'],
  ['expiry', 'trial', null, 'Expired: trial credit'],
  ['expiry', 'refund', null, 'Expired: refund'],
  ['withdrawal', 'plan', null, 'Withdrawn: plan credits'],
  ['withdrawal', 'refund', null, 'Withdrawn: refund'],
  ['return', 'top-up', null, 'Returned: top-up'],
  ['return', 'rollover', null, 'Returned: credits bank, left over from your plan'],
  ['grant', 'refund', null, 'Returned credits'],
] as const)('%s of %s (%s): %s', (reason, source, session_id, words) => {
  expect(statementLabel({ reason, source, session_id })).toBe(words);
});
