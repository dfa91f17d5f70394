import { expect, test } from 'vitest';
import { paths } from './paths.ts';

test('builds addresses with their values encoded and without those that are not given', () => {
  expect(paths.booking('ana & bo')).toBe('/explore/ana%20%26%20bo');
  expect(paths.booking('ana', { hold: 7, step: 'track' })).toBe('/explore/ana?hold=7&step=track');
  expect(paths.booking('ana', { hold: undefined, step: 'time' })).toBe('/explore/ana?step=time');
  expect(paths.login('/enter?link=a&next=/x')).toBe('/login?next=%2Fenter%3Flink%3Da%26next%3D%2Fx');
  expect(paths.thankYou({ product_name: 'A & B', credits: '0' })).toBe(
    '/thank-you?product_name=A+%26+B&credits=0',
  );
  expect(paths.session(5)).toBe('/sessions/5');
});
