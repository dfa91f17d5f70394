import { get, set, type FieldErrors, type Resolver } from 'react-hook-form';
import { type FormFlags, validateDetails, validateTrack, shownFields } from '#shared/booking/rules-form.ts';
import type { confirm } from '#shared/booking/contract.ts';
import { DELIVERABLES } from '#shared/catalogue/rules.ts';
import type { ArgsOf } from '#shared/lib/endpoint.ts';
import type { FieldError } from '#shared/lib/problem.ts';
import type { Session, Track } from '#shared/sessions/contract.ts';
import { validateOptions } from '#shared/sessions/rules-options.ts';
import type { Step } from './steps.ts';

/** The booking form. `track_id` is empty for a new track, `attendance` while unanswered. */
export interface BookingForm {
  track_id: string;
  track_title: string;
  /** Names typed for this booking that are not tracks yet. */
  new_tracks: string[];
  track_genre: string | null;
  reference_track: string;
  meter: string;
  bpm: string;
  sampleRate: string | null;
  /** Answers to the service's own questions, by option name; null: no preference. */
  options: Record<string, string | null>;
  files_format: string | null;
  attendance: '' | 'yes' | 'no';
  message: string;
}

export const EMPTY_FORM: BookingForm = {
  track_id: '',
  track_title: '',
  new_tracks: [],
  track_genre: null,
  reference_track: '',
  meter: '',
  bpm: '',
  sampleRate: null,
  options: {},
  files_format: null,
  attendance: '',
  message: '',
};

export type FormName = keyof BookingForm;
/** A field of the form: one of its names, or one of the service's options. */
export type FormPath = Exclude<FormName, 'options' | 'new_tracks'> | `options.${string}`;

/** The form's field for each path of the confirming call's body. */
const FIELD_OF: Readonly<Record<string, Exclude<FormName, 'options' | 'new_tracks'>>> = {
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

const OPTION = 'session_info.options.';
/** The form's field for a path of the confirming call's body; undefined for one that the form does not show. */
export function fieldOf(path: string): FormPath | undefined {
  return path.startsWith(OPTION) ? `options.${path.slice(OPTION.length)}` : FIELD_OF[path];
}

const DETAILS: ReadonlySet<string> = new Set(['files_format', 'attendance', 'message']);

/** The step that shows a field. */
export function stepOf(field: FormPath): 'track' | 'session' {
  return DETAILS.has(field) ? 'session' : 'track';
}

/** The formats to choose from; the default one where the configuration has none. */
export function formatsOf(deliverables: readonly string[]): readonly string[] {
  return deliverables.length > 0 ? deliverables : [DELIVERABLES[0]];
}

/** The preselected format. */
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

/** The body of the confirming call; fields that the service hides are empty. */
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
      // Omitted for a service without options, so that a session's earlier answers stay.
      ...(asksOptions(service.form) ? { options: answersOf(values) } : {}),
    },
    deliverables: {
      files_format: when('deliverables', values.files_format),
      attendance: values.attendance === 'yes',
    },
    message: orNull(values.message),
  };
}

const asksOptions = ({ extra, options }: FormFlags) => extra != null || (options ?? []).length > 0;

function answersOf({ options }: BookingForm): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, answer]) => (answer?.trim() ? [[name, answer.trim()]] : [])),
  );
}

/** Problems of a step; for the review, of both steps. */
export function problemsOf(values: BookingForm, service: FormService, step: Step): FieldError[] {
  const { session_info, deliverables } = payloadOf(values, service);
  const track =
    step === 'session'
      ? []
      : [
          ...validateTrack(session_info, 'session_info.'),
          ...validateOptions(service.form, session_info.options ?? {}),
        ];
  if (step === 'track') return track;
  const attendance = values.attendance === '' ? null : deliverables.attendance;
  return [...track, ...validateDetails({ ...deliverables, attendance, message: values.message }, service)];
}

export interface FormContext {
  readonly service: FormService;
  readonly step: Step;
}

/** Validates the fields of the current step. */
export const resolver: Resolver<BookingForm, FormContext> = (values, context) => {
  const errors: FieldErrors<BookingForm> = {};
  const problems = context ? problemsOf(values, context.service, context.step) : [];
  for (const { field, message } of problems) {
    const name = fieldOf(field);
    if (name && get(errors, name) === undefined) set(errors, name, { type: 'rule', message });
  }
  return problems.length === 0 ? { values, errors: {} } : { values: {}, errors };
};

/** The form's fields from an existing track (docs/product/booking.md#new-track). */
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

/** A booked session as form values, for edit mode. */
export function formOf({
  track_id,
  session_info,
  deliverables,
}: Pick<Session, 'track_id' | 'session_info' | 'deliverables'>): BookingForm {
  const { attendance } = deliverables;
  return {
    track_id: track_id ?? '',
    track_title: session_info.title ?? '',
    new_tracks: [],
    track_genre: session_info.track_genre,
    reference_track: session_info.reference_track ?? '',
    meter: session_info.meter ?? '',
    bpm: session_info.bpm ?? '',
    sampleRate: session_info.sampleRate,
    options: Object.fromEntries(
      Object.entries(session_info.options).filter(
        (one): one is [string, string] => typeof one[1] === 'string',
      ),
    ),
    files_format: deliverables.files_format,
    attendance: attendance === null ? '' : attendance ? 'yes' : 'no',
    message: '',
  };
}

/** Whether saving would change anything; fields that the service hides do not count. */
export function isChanged(now: BookingForm, before: BookingForm, service: FormService): boolean {
  const sent = (values: BookingForm) => JSON.stringify([values.track_id, payloadOf(values, service)]);
  return sent(now) !== sent(before);
}

/** The newest track of that name, ignoring case; undefined when there is none. */
export function trackNamed<T extends Pick<Track, 'title'>>(
  name: string,
  tracks: readonly T[],
): T | undefined {
  const normalized = name.trim().toLowerCase();
  return tracks.find(({ title }) => title.trim().toLowerCase() === normalized);
}

/** Adds a typed name unless it is empty or already known. */
export function withNewTrack(
  names: readonly string[],
  name: string,
  tracks: readonly Pick<Track, 'title'>[],
): readonly string[] {
  const known = [...tracks, ...names.map((title) => ({ title }))];
  return name.trim() === '' || trackNamed(name, known) ? names : [...names, name.trim()];
}
