import { expect, test, vi } from 'vitest';
import { often } from './thorough.ts';

test('a variable of its own decides how often, whatever the depth of the run', () => {
  vi.stubEnv('KILLS', '3');
  expect(often('KILLS', { thorough: 10, quick: 2 })).toBe(3);
  vi.unstubAllEnvs();
});
