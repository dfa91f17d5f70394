import { describe, expect, test } from 'vitest';
import { STEPS } from '#shared/booking/texts.ts';
import { presentStep, readStep, stepBefore, stepsOf } from './steps.ts';

const full = stepsOf(true);

describe('the steps of a booking', () => {
  test('are named to the letter, the service only when services come first', () => {
    expect(full.map((step) => STEPS[step])).toEqual([
      'Choose a service',
      'Choose a time',
      'Track details',
      'Session Details',
      'Pre Confirmation',
      'Thank you',
    ]);
    expect(stepsOf(false)[0]).toBe('time');
  });

  test('an address names a step or nothing', () => {
    expect(readStep('track')).toBe('track');
    expect(readStep('toString')).toBeUndefined();
    expect(readStep(['time'])).toBeUndefined();
  });

  test('Back moves one step back and never out of a booked session', () => {
    expect(stepBefore('session', full)).toBe('track');
    expect(stepBefore('time', full)).toBe('service');
    expect(stepBefore('time', stepsOf(false))).toBeNull();
    expect(stepBefore('done', full)).toBeNull();
  });

  test('what comes after the time needs a hold', () => {
    expect(presentStep('review', full, 'none', true)).toBe('time');
    expect(presentStep('review', full, 'live', true)).toBe('review');
    expect(presentStep('track', full, 'expired', true)).toBe('track');
  });

  test('a service has to be chosen before a time', () => {
    expect(presentStep('time', full, 'none', false)).toBe('service');
    expect(presentStep(undefined, stepsOf(false), 'none', true)).toBe('time');
    expect(presentStep('service', stepsOf(false), 'none', true)).toBe('time');
  });

  test('a booked session is thanked for, whatever the address says; nothing else is', () => {
    expect(presentStep('time', full, 'booked', true)).toBe('done');
    expect(presentStep('done', full, 'live', true)).toBe('review');
    expect(presentStep('done', full, 'none', true)).toBe('time');
  });
});
