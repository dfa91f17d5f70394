import type { FieldErrors, Resolver } from 'react-hook-form';
import {
  type FormFlags,
  validateDetails,
  validateTrack,
  shownFields,
} from '../../../shared/booking/rules-form.ts';
import type { confirm } from '../../../shared/booking/contract.ts';
import { DELIVERABLES } from '../../../shared/catalogue/rules.ts';
import type { ArgsOf } from '../../../shared/lib/endpoint.ts';
import type { FieldError } from '../../../shared/lib/problem.ts';
import type { Session, Track } from '../../../shared/sessions/contract.ts';
import type { Step } from './steps.ts';

/** The booking form (part 2 section 3). `track_id` is empty for a new track; `attendance` while unanswered. */
export interface BookingForm {
  track_id: string;
  track_title: string;
  track_genre: string | null;
  reference_track: string;
  meter: string;
  bpm: string;
  sampleRate: string | null;
  files_format: string | null;
  attendance: '' | 'yes' | 'no';
  message: string;
}

export const EMPTY_FORM: BookingForm = {
  track_id: '',
  track_title: '',
  track_genre: null,
  reference_track: '',
  meter: '',
  bpm: '',
  sampleRate: null,
  files_format: null,
  attendance: '',
  message: '',
};

export type FormName = keyof BookingForm;

/** The form's field for each path of the confirming call's body. */
export const FIELD_OF: Readonly<Record<string, FormName>> = {
  'session_info.title': 'track_title',
  'session_info.track_genre': 'track_genre',
  'session_info.reference_track': 'reference_track',
  'session_info.meter': 'meter',
  'session_info.bpm': 'bpm',
  'session_info.sampleRate': 'sampleRate',
  'deliverables.files_format': 'files_format',
  'deliverables.attendance': 'attendance',
  message: 'message',
};

const DETAILS: ReadonlySet<FormName> = new Set(['files_format', 'attendance', 'message']);

/** The step on which a field stands. */
export function stepOf(field: FormName): 'track' | 'session' {
  return DETAILS.has(field) ? 'session' : 'track';
}

/** The formats to choose from; the first default one where the configuration gave none (part 2 section 5). */
export function formatsOf(deliverables: readonly string[]): readonly string[] {
  return deliverables.length > 0 ? deliverables : [DELIVERABLES[0]];
}

/** What is asked for unless someone says otherwise. */
export function defaultFormat(deliverables: readonly string[]): string | null {
  const formats = formatsOf(deliverables);
  return formats.find((one) => one === DELIVERABLES[0]) ?? formats[0] ?? null;
}

const orNull = (text: string | null) => (text === null || text.trim() === '' ? null : text.trim());

type Confirmation = ArgsOf<typeof confirm>['body'];
export interface FormService {
  readonly form: FormFlags;
  readonly session_type: 'offline' | 'live' | 'all';
}

/** What the confirming call sends: fields that the service hides are left empty. */
export function payloadOf(
  values: BookingForm,
  service: FormService,
): Omit<Confirmation, 'session_id' | 'track_id'> {
  const shown = shownFields(service.form);
  const when = (field: Parameters<typeof shown.has>[0], text: string | null) =>
    shown.has(field) ? orNull(text) : null;
  return {
    session_info: {
      title: values.track_title.trim(),
      track_genre: when('track_genre', values.track_genre),
      reference_track: when('reference_track', values.reference_track),
      meter: when('meter', values.meter),
      bpm: when('bpm', values.bpm),
      sampleRate: when('sample_rate', values.sampleRate),
    },
    deliverables: {
      files_format: when('deliverables', values.files_format),
      attendance: values.attendance === 'yes',
    },
    message: orNull(values.message),
  };
}

/** What is wrong on a step, by the shared rules; both steps' together before the confirmation. */
export function problemsOf(values: BookingForm, service: FormService, step: Step): FieldError[] {
  const { session_info, deliverables } = payloadOf(values, service);
  const track = step === 'session' ? [] : validateTrack(session_info, 'session_info.');
  if (step === 'track') return track;
  const attendance = values.attendance === '' ? null : deliverables.attendance;
  return [...track, ...validateDetails({ ...deliverables, attendance, message: values.message }, service)];
}

export interface FormContext {
  readonly service: FormService;
  readonly step: Step;
}

/** Judges the fields of the present step. */
export const resolver: Resolver<BookingForm, FormContext> = (values, context) => {
  const errors: FieldErrors<BookingForm> = {};
  const problems = context ? problemsOf(values, context.service, context.step) : [];
  for (const { field, message } of problems) {
    const name = FIELD_OF[field];
    if (name && !errors[name]) errors[name] = { type: 'rule', message };
  }
  return problems.length === 0 ? { values, errors: {} } : { values: {}, errors };
};

/** "Choosing an existing track fills genre, reference track, meter, BPM and sample rate" (part 2 section 5). */
export function fillFrom(
  track: Track,
): Pick<
  BookingForm,
  'track_id' | 'track_title' | 'track_genre' | 'reference_track' | 'meter' | 'bpm' | 'sampleRate'
> {
  return {
    track_id: track.id,
    track_title: track.title,
    track_genre: track.track_genre,
    reference_track: track.reference_track ?? '',
    meter: track.meter ?? '',
    bpm: track.bpm ?? '',
    sampleRate: track.sampleRate,
  };
}

/** A booked session's own words back in the form, for edit mode. */
export function formOf({
  track_id,
  session_info,
  deliverables,
}: Pick<Session, 'track_id' | 'session_info' | 'deliverables'>): BookingForm {
  const { attendance } = deliverables;
  return {
    track_id: track_id ?? '',
    track_title: session_info.title ?? '',
    track_genre: session_info.track_genre,
    reference_track: session_info.reference_track ?? '',
    meter: session_info.meter ?? '',
    bpm: session_info.bpm ?? '',
    sampleRate: session_info.sampleRate,
    files_format: deliverables.files_format,
    attendance: attendance === null ? '' : attendance ? 'yes' : 'no',
    message: '',
  };
}

/** Whether saving would change anything: what a service hides or sets by itself is not a person's change. */
export function isChanged(now: BookingForm, before: BookingForm, service: FormService): boolean {
  const sent = (values: BookingForm) => JSON.stringify([values.track_id, payloadOf(values, service)]);
  return sent(now) !== sent(before);
}

/** The track that a typed name means: the newest of that name, whatever its case; undefined for a new one. */
export function trackNamed<T extends Pick<Track, 'title'>>(
  name: string,
  tracks: readonly T[],
): T | undefined {
  const wanted = name.trim().toLowerCase();
  return tracks.find(({ title }) => title.trim().toLowerCase() === wanted);
}
