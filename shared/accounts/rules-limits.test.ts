import { describe, expect, test } from 'vitest';
import { checkAttempt, ATTEMPT_LIMITS, type AttemptCounter, type AttemptLimit } from './rules-limits.ts';

const NOW = Temporal.Instant.from('2026-11-21T12:00:00Z');
const at = (seconds: number) => NOW.add({ seconds });

/** Makes one attempt at each of these seconds; returns how long each has to wait, 0 if it passes. */
function waits(line: AttemptLimit, seconds: readonly number[]): number[] {
  let counter: AttemptCounter | null = null;
  return seconds.map((second) => {
    const checked = checkAttempt(line, counter, at(second));
    if (!checked.ok) return checked.until.since(at(second)).total('seconds');
    ({ counter } = checked);
    return 0;
  });
}

describe('a limit', () => {
  const plain = { max: 3, seconds: 900 };
  test.each<[string, AttemptLimit, number[], number[]]>([
    ['lets through what it holds', plain, [0, 10, 20], [0, 0, 0]],
    ['refuses the next until its window is over', plain, [0, 10, 20, 30, 60], [0, 0, 0, 870, 840]],
    ['begins anew at the very end of its window', plain, [0, 1, 2, 899, 900, 901], [0, 0, 0, 1, 0, 0]],
    [
      'does not count what it refuses',
      plain,
      [0, 1, 2, 3, 4, 5, 900, 901, 902, 903],
      [0, 0, 0, 897, 896, 895, 0, 0, 0, 897],
    ],
    [
      'with pauses lets one through after each, every pause twice as long up to the longest',
      { max: 2, seconds: 86_400, pauses: { first: 60, longest: 200 } },
      [0, 1, 2, 61, 62, 181, 182, 381, 382, 581],
      [0, 0, 59, 0, 119, 0, 199, 0, 199, 0],
    ],
    [
      'with pauses begins anew after its window, not within a pause',
      { max: 2, seconds: 100, pauses: { first: 150, longest: 150 } },
      [0, 1, 120, 151, 152, 153],
      [0, 0, 31, 0, 0, 149],
    ],
  ])('%s', (_, line, seconds, expected) => {
    expect(waits(line, seconds)).toEqual(expected);
  });
});

const perDay = ({ max, seconds }: AttemptLimit) => (seconds === 86_400 ? [max] : []);

describe('limits of logins and mailed links', () => {
  test.each(Object.entries(ATTEMPT_LIMITS))(
    '%s: nobody alone comes near what an account holds',
    (_, lines) => {
      const [pair = Infinity] = lines.pair.flatMap(perDay);
      const [account = 0] = lines.account.flatMap(perDay);
      expect(pair * 2).toBeLessThan(account);
      expect(lines.account.every(({ pauses }) => pauses !== undefined)).toBe(true);
    },
  );

  test('a mailbox gets at most twenty links a day before pauses of hours begin', () => {
    const minutes = Array.from({ length: 24 * 60 }, (_, minute) => minute * 60);
    const sent = ATTEMPT_LIMITS.reset.account.map(
      (line) => waits(line, minutes).filter((wait) => wait === 0).length,
    );
    expect(sent).toEqual([25]);
  });
});
