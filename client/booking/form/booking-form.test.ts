import { describe, expect, test } from 'vitest';
import {
  type BookingForm,
  EMPTY_FORM,
  fillFrom,
  type FormService,
  formOf,
  formatsOf,
  isChanged,
  payloadOf,
  problemsOf,
  trackNamed,
} from './booking-form.ts';

const ALL = {
  warning: false,
  warning_message: null,
  deliverables: true,
  track_genre: true,
  reference_track: true,
  meter: true,
  bpm: true,
  sample_rate: true,
};
const service = { form: ALL, session_type: 'all' as const };
const good: BookingForm = {
  ...EMPTY_FORM,
  track_title: 'Night bus',
  files_format: 'Logic Pro session',
  attendance: 'yes',
};
const texts = (
  values: Partial<BookingForm>,
  step: 'track' | 'session' | 'review',
  of: FormService = service,
) => problemsOf({ ...good, ...values }, of, step).map(({ message }) => message);

describe('the booking form', () => {
  test('a track needs a name of under 255 characters', () => {
    expect(texts({ track_title: ' ' }, 'track')).toEqual(['You need to provide a track name']);
    expect(texts({ track_title: 'a'.repeat(255) }, 'track')).toEqual(['Track Name is too long']);
    expect(texts({ track_title: 'a'.repeat(254) }, 'track')).toEqual([]);
  });

  test('a reference track must look like a link', () => {
    expect(texts({ reference_track: 'like the last one' }, 'track')).toEqual([
      'Seems like you are entering something that is not a link. You can leave comments in the deliverables section.',
    ]);
    expect(texts({ reference_track: 'music.example/song' }, 'track')).toEqual([]);
  });

  test('format and attendance are required, each on its own step', () => {
    expect(texts({ files_format: null, attendance: '' }, 'session')).toEqual(['Required', 'Required']);
    expect(texts({ files_format: null, track_title: '' }, 'track')).toEqual([
      'You need to provide a track name',
    ]);
    expect(texts({ track_title: '', attendance: '' }, 'review')).toEqual([
      'You need to provide a track name',
      'Required',
    ]);
  });

  test("a service's own questions are checked, sent, and left out where it asks none", () => {
    const options = [{ name: 'part', label: 'Part', choices: [{ value: 'lead', label: 'Lead vocal' }] }];
    const asks = { form: { ...ALL, options, extra: null }, session_type: 'all' as const };
    expect(texts({ options: { part: 'bass' } }, 'track', asks)).toEqual(['Please choose one of these.']);
    const answered = { ...good, options: { part: 'lead', extra: null } };
    expect(payloadOf(answered, asks).session_info.options).toEqual({ part: 'lead' });
    expect(payloadOf(answered, service).session_info).not.toHaveProperty('options');
  });

  test('a hidden field is neither checked nor sent', () => {
    const hidden = {
      form: { ...ALL, reference_track: false, deliverables: false },
      session_type: 'all' as const,
    };
    const values = { ...good, reference_track: 'no link', files_format: null };
    expect(problemsOf(values, hidden, 'review')).toEqual([]);
    expect(payloadOf(values, hidden)).toMatchObject({
      session_info: { reference_track: null },
      deliverables: { files_format: null },
    });
  });

  test('a message has at most 1000 characters', () => {
    expect(texts({ message: 'a'.repeat(1000) }, 'session')).toEqual([]);
    expect(texts({ message: 'a'.repeat(1001) }, 'session')).toHaveLength(1);
  });

  test('empty fields are sent as nothing, a title without its blanks', () => {
    expect(payloadOf({ ...good, track_title: '  Night bus ', meter: ' ' }, service)).toEqual({
      session_info: {
        title: 'Night bus',
        track_genre: null,
        reference_track: null,
        meter: null,
        bpm: null,
        sampleRate: null,
      },
      deliverables: { files_format: 'Logic Pro session', attendance: true },
      message: null,
    });
  });

  test('an existing track fills genre, reference track, meter, BPM and sample rate', () => {
    const track = {
      id: '1',
      title: 'Night bus',
      track_genre: 'Soul',
      reference_track: null,
      meter: '4/4',
      bpm: '96',
      sampleRate: '48 kHz',
      options: {},
    };
    expect(fillFrom(track)).toEqual({
      track_id: '1',
      track_title: 'Night bus',
      track_genre: 'Soul',
      reference_track: '',
      meter: '4/4',
      bpm: '96',
      sampleRate: '48 kHz',
    });
    expect(trackNamed(' night BUS ', [track])).toBe(track);
    expect(trackNamed('Day bus', [track])).toBeUndefined();
  });

  test('the default format stands alone where the configuration gives none', () => {
    expect(formatsOf([])).toEqual(['Stems to be imported in a different DAW']);
    expect(formatsOf(['A', 'B'])).toEqual(['A', 'B']);
  });

  test('edit mode begins with the session’s own words, and knows whether any of them changed', () => {
    const session = {
      track_id: '7',
      session_info: {
        title: 'Night bus',
        track_genre: null,
        reference_track: null,
        meter: '4/4',
        bpm: null,
        sampleRate: '48 kHz',
        options: { part: 'lead' },
        named_options: [{ label: 'Part', value: 'Lead vocal' }],
      },
      deliverables: { files_format: 'Stems', attendance: false },
    };
    const form = formOf(session);
    expect(form).toEqual({
      ...EMPTY_FORM,
      track_id: '7',
      track_title: 'Night bus',
      meter: '4/4',
      sampleRate: '48 kHz',
      options: { part: 'lead' },
      files_format: 'Stems',
      attendance: 'no',
    });
    const service = { form: { bpm: false }, session_type: 'all' } as const;
    expect(isChanged(form, form, service)).toBe(false);
    expect(isChanged({ ...form, track_title: ' Night bus ' }, form, service)).toBe(false);
    expect(isChanged({ ...form, bpm: '120' }, form, service), 'a field that is hidden').toBe(false);
    expect(isChanged({ ...form, meter: '3/4' }, form, service)).toBe(true);
    expect(isChanged({ ...form, attendance: 'yes' }, form, service)).toBe(true);
    expect(isChanged({ ...form, track_id: '' }, form, service), 'another track of the name').toBe(true);
    const asks = { form: { extra: { label: 'Extra', hint: '' } }, session_type: 'all' } as const;
    expect(isChanged({ ...form, options: { part: 'lead', extra: 'shaker' } }, form, asks)).toBe(true);
  });
});
