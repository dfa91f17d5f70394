import { expect, test } from 'vitest';
import { frameOf } from './frames.ts';

const KINDS = [
  'login',
  'team',
  'explore',
  'booking',
  'sessions',
  'session',
  'partner',
  'operator',
  'profile',
] as const;

test.each(KINDS)('the frame of %s is for eyes only, whole, and brings no script or style', (kind) => {
  const html = frameOf(kind);
  expect(html).toMatch(/^<div id="frame" class="frame frame-\w+" aria-hidden="true">/);
  expect(html.match(/<div/g)).toHaveLength(html.match(/<\/div>/g)?.length ?? 0);
  expect(html).not.toMatch(/<(?!\/?div)|style=|on\w+=/);
  expect(html.length).toBeLessThan(2000);
});
