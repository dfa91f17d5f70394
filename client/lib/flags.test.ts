import { expect, test } from 'vitest';
import { FLAGS, type FlagName } from '#shared/content/rules.ts';
import { flagOf } from './flags.ts';

test('every flag is as the studio told it, at once', () => {
  for (const name of Object.keys(FLAGS) as FlagName[]) {
    const other = !FLAGS[name].default;
    expect([name, flagOf({ [name]: other }, name)]).toEqual([name, other]);
    expect([name, flagOf({ [name]: FLAGS[name].default }, name)]).toEqual([name, FLAGS[name].default]);
  }
});

test('what it told nothing of is at its default, also after it was told otherwise', () => {
  expect(flagOf({ webinar: true }, 'webinar')).toBe(true);
  expect(flagOf({}, 'webinar')).toBe(false);
  expect(flagOf(undefined, 'free-trial')).toBe(true);
});
