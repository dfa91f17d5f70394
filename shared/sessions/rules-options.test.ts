import { describe, expect, test } from 'vitest';
import { namedOptions, readOptions, validateOptions } from './rules-options.ts';

const part = {
  name: 'part',
  label: 'Part',
  choices: [
    { value: 'lead', label: 'Lead vocal' },
    { value: 'backing', label: 'Backing vocals' },
  ],
};
const form = { options: [part], extra: { label: 'Extra instrument', hint: 'A shaker?' } };

describe("a service's own questions", () => {
  test('only what it asks is kept, trimmed, in its order', () => {
    expect(readOptions(form, { extra: ' shaker ', part: 'lead', kit: 'big' })).toEqual({
      part: 'lead',
      extra: 'shaker',
    });
    expect(readOptions({}, { extra: 'shaker', part: 'lead' })).toEqual({});
    expect(readOptions(form, { part: ' ', extra: '' })).toEqual({});
  });

  test('an answer is one of the choices, the free text has at most 254 characters, and none is required', () => {
    expect(validateOptions(form, {})).toEqual([]);
    expect(validateOptions(form, { part: 'lead', extra: 'x'.repeat(254) })).toEqual([]);
    expect(validateOptions(form, { part: 'bass', extra: 'x'.repeat(255) })).toEqual([
      { field: 'session_info.options.part', message: 'Please choose one of these.' },
      { field: 'session_info.options.extra', message: 'Please use at most 254 characters.' },
    ]);
  });

  test('answers are shown with the names of question and choice, and still after the service dropped them', () => {
    expect(namedOptions(form, { part: 'backing', extra: 'shaker', odd: 3 })).toEqual([
      { label: 'Part', value: 'Backing vocals' },
      { label: 'Extra instrument', value: 'shaker' },
    ]);
    expect(namedOptions({}, { 'double-time': 'yes', extra: 'shaker' })).toEqual([
      { label: 'Double time', value: 'yes' },
      { label: 'Extra', value: 'shaker' },
    ]);
  });
});
