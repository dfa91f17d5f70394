import { describe, expect, test } from 'vitest';
import { attendanceOptions, shownFields, validateDetails } from './rules-form.ts';

const long = (length: number) => 'x'.repeat(length);

describe('session details', () => {
  const live = { form: {}, session_type: 'all' } as const;
  test('files format and attendance are required', () => {
    expect(validateDetails({}, live)).toEqual([
      { field: 'deliverables.files_format', message: 'Required' },
      { field: 'deliverables.attendance', message: 'Required' },
    ]);
    expect(validateDetails({ files_format: 'WAV', attendance: false }, live)).toEqual([]);
  });
  test('a format that the service hides is not asked for', () => {
    expect(validateDetails({ attendance: true }, { ...live, form: { deliverables: false } })).toEqual([]);
  });
  test('a message has at most 1000 characters', () => {
    const details = { files_format: 'WAV', attendance: true };
    expect(validateDetails({ ...details, message: long(1000) }, live)).toEqual([]);
    expect(validateDetails({ ...details, message: long(1001) }, live)).toMatchObject([{ field: 'message' }]);
  });
  test('offline offers only "No (offline session)", others "Yes (recommended)" and "No"', () => {
    expect(attendanceOptions('offline')).toEqual([{ value: false, label: 'No (offline session)' }]);
    for (const type of ['live', 'all'] as const) {
      expect(attendanceOptions(type).map(({ label }) => label)).toEqual(['Yes (recommended)', 'No']);
    }
    expect(
      validateDetails({ files_format: 'WAV', attendance: true }, { form: {}, session_type: 'offline' }),
    ).toMatchObject([{ field: 'deliverables.attendance' }]);
  });
});

test('a form shows every field that the service does not hide', () => {
  expect([...shownFields({ meter: false, bpm: true })]).toEqual([
    'deliverables',
    'track_genre',
    'reference_track',
    'bpm',
    'sample_rate',
  ]);
});
