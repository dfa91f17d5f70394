import type { FieldError } from '../lib/problem.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { characters } from '../lib/text.ts';
import { MESSAGE_MAX } from '../messages/rules.ts';
import {
  FIELD_MAX,
  isFilled,
  validateTrack,
  type Optional,
  type TrackInput,
} from '../sessions/rules-track.ts';
import {
  hiddenFields,
  HIDEABLE_FIELDS,
  type HideableField,
  readOptions,
  validateOptions,
  type OptionAnswers,
  type OptionFlags,
} from '../sessions/rules-options.ts';
import { FORM } from './texts.ts';

export { MESSAGE_MAX } from '../messages/rules.ts';
export { validateTrack } from '../sessions/rules-track.ts';

/** Which fields the booking form shows: all that are not false (docs/product/booking.md#form). */
export interface FormFlags extends OptionFlags, Partial<Readonly<Record<HideableField, boolean>>> {}

/** The optional fields that a service's form shows: all that it does not hide. */
export function shownFields(form: FormFlags): ReadonlySet<HideableField> {
  const hidden = hiddenFields(form);
  return new Set(HIDEABLE_FIELDS.filter((field) => !hidden.includes(field)));
}

/** The choices of attendance; offline sessions offer only no. */
export function attendanceOptions(
  session_type: 'offline' | 'live' | 'all',
): readonly { readonly value: boolean; readonly label: string }[] {
  if (session_type === 'offline') return [{ value: false, label: FORM.offline }];
  return [
    { value: true, label: FORM.attend },
    { value: false, label: FORM.stayAway },
  ];
}

export interface DetailsInput {
  readonly files_format?: Optional;
  readonly attendance?: boolean | null | undefined;
  readonly message?: Optional;
}

/** What is wrong with the session details, by wire field of POST /api/v2/sessions; empty when they are valid. */
export function validateDetails(
  details: DetailsInput,
  service: { readonly form: FormFlags; readonly session_type: 'offline' | 'live' | 'all' },
): FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (field: string, message: string) => errors.push({ field, message });
  if (shownFields(service.form).has('deliverables')) {
    if (!isFilled(details.files_format)) refuse('deliverables.files_format', FORM.required);
    else if (details.files_format.length > FIELD_MAX) refuse('deliverables.files_format', FORM.tooLong);
  }
  const { attendance } = details;
  if (attendance === null || attendance === undefined) refuse('deliverables.attendance', FORM.required);
  else if (attendance && service.session_type === 'offline')
    refuse('deliverables.attendance', FORM.offlineOnly);
  if (characters(details.message ?? '') > MESSAGE_MAX) refuse('message', FORM.messageTooLong);
  return errors;
}

/** The booking form as POST /api/v2/sessions sends it. */
export interface BookingFormInput {
  readonly session_info: TrackInput & { readonly options?: OptionAnswers | undefined };
  readonly deliverables: DetailsInput;
  readonly message?: Optional;
}

/** The booking form as a session stores it: trimmed; null for what is empty or what the service hides. */
export interface BookingForm {
  readonly info: Readonly<Record<keyof TrackInput, string | null>> & {
    readonly options: OptionAnswers;
  };
  readonly filesFormat: string | null;
  readonly attendance: boolean;
  readonly message: string | null;
}

const trimmed = (text: Optional): string | null => text?.trim() || null;

/** Reads and checks a sent form (docs/product/booking.md#form). A refusal names every wrong field by its wire path. */
export function readForm(
  { session_info: sent, deliverables, message }: BookingFormInput,
  service: { readonly form: FormFlags; readonly session_type: 'offline' | 'live' | 'all' },
): Result<BookingForm, 'invalid'> {
  const shown = shownFields(service.form);
  const ifShown = (field: HideableField, text: Optional) => (shown.has(field) ? trimmed(text) : null);
  const info = {
    title: trimmed(sent.title),
    track_genre: ifShown('track_genre', sent.track_genre),
    reference_track: ifShown('reference_track', sent.reference_track),
    meter: ifShown('meter', sent.meter),
    bpm: ifShown('bpm', sent.bpm),
    sampleRate: ifShown('sample_rate', sent.sampleRate),
    options: readOptions(service.form, sent.options),
  };
  const details = {
    files_format: ifShown('deliverables', deliverables.files_format),
    attendance: deliverables.attendance,
    message: trimmed(message),
  };
  const errors = [
    ...validateTrack(info, 'session_info.'),
    ...validateOptions(service.form, info.options),
    ...validateDetails(details, service),
  ];
  if (errors.length > 0) return fail('invalid', { errors });
  const { files_format: filesFormat, attendance } = details;
  return ok({ info, filesFormat, attendance: attendance === true, message: details.message });
}
