import { expect, it } from 'vitest';
import { outlinePath } from './outline.ts';

it('draws the peaks above and below a middle line, with a thin line where there is silence', () => {
  expect(outlinePath([255, 0])).toBe('M0 50L0.5 0.0L1.5 48.5L2 50L1.5 51.5L0.5 100.0Z');
  expect(outlinePath([999, -4])).toBe(outlinePath([255, 0]));
  expect(outlinePath([])).toBe('');
});
