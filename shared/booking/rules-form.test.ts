import { describe, expect, test } from 'vitest';
import { attendanceOptions, readForm, shownFields, validateDetails } from './rules-form.ts';

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

describe('the whole form', () => {
  const all = { form: {}, session_type: 'all' } as const;
  const sent = {
    session_info: { title: ' Song ', meter: ' 7/8 ', bpm: '', reference_track: 'youtu.be/abc' },
    deliverables: { files_format: 'WAV', attendance: true },
    message: '  ',
  };

  test('is kept trimmed, what is empty as nothing', () => {
    expect(readForm(sent, all)).toEqual({
      ok: true,
      value: {
        info: {
          title: 'Song',
          track_genre: null,
          reference_track: 'youtu.be/abc',
          meter: '7/8',
          bpm: null,
          sampleRate: null,
          options: {},
        },
        filesFormat: 'WAV',
        attendance: true,
        message: null,
      },
    });
  });

  test('a field that the service hides is neither checked nor kept', () => {
    const hidden = { form: { deliverables: false, meter: false, bpm: false }, session_type: 'all' } as const;
    const info = { ...sent.session_info, meter: long(300), bpm: long(300) };
    const read = readForm({ ...sent, session_info: info }, hidden);
    expect(read).toMatchObject({ ok: true, value: { info: { meter: null, bpm: null }, filesFormat: null } });
  });

  test('every wrong field is named by its place in the body', () => {
    const wrong = {
      session_info: { title: '', meter: long(255) },
      deliverables: { attendance: true },
      message: long(1001),
    };
    const read = readForm(wrong, { form: {}, session_type: 'offline' });
    expect(read).toMatchObject({ ok: false, reason: 'invalid' });
    expect(read.ok ? [] : read.errors?.map(({ field }) => field)).toEqual([
      'session_info.title',
      'session_info.meter',
      'deliverables.files_format',
      'deliverables.attendance',
      'message',
    ]);
  });
});
