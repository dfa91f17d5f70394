import { GENRES } from '../catalogue/rules.ts';
import type { FieldError } from '../lib/problem.ts';
import { FORM } from './texts.ts';

/** The booking form: which fields it shows and what it takes (part 2 section 5). Lengths in characters. */
export const TRACK_NAME_MAX = 254;
export const FIELD_MAX = 254;
export const MESSAGE_MAX = 1000;

export interface FormFlags {
  readonly deliverables?: boolean;
  readonly track_genre?: boolean;
  readonly reference_track?: boolean;
  readonly meter?: boolean;
  readonly bpm?: boolean;
  readonly sample_rate?: boolean;
}
export type FormField = keyof FormFlags;
const FIELDS: readonly FormField[] = [
  'deliverables',
  'track_genre',
  'reference_track',
  'meter',
  'bpm',
  'sample_rate',
];

/** The optional fields that a service's form shows: all that it does not hide. */
export function shownFields(form: FormFlags): ReadonlySet<FormField> {
  return new Set(FIELDS.filter((field) => form[field] !== false));
}

const SCHEME = /^[a-z][a-z\d+.-]*:/i;
const HOST = /^(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+[\p{L}][\p{L}\d-]*(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/**
 * The address that a reference track leads to, https where no scheme is given; null when it does not look like a
 * link. Only http and https ever come out.
 */
export function linkOf(text: string): string | null {
  const trimmed = text.trim();
  const bare = trimmed.replace(/^https?:\/\//i, '');
  if (!HOST.test(bare)) return null;
  if (bare !== trimmed) return trimmed;
  return SCHEME.test(bare) && !/^[^/?#]+:\d{1,5}(?:[/?#]|$)/.test(bare) ? null : `https://${bare}`;
}

type Optional = string | null | undefined;
export interface TrackInput {
  readonly title: Optional;
  readonly track_genre?: Optional;
  readonly reference_track?: Optional;
  readonly meter?: Optional;
  readonly bpm?: Optional;
  readonly sampleRate?: Optional;
}

const filled = (text: Optional): text is string => text !== null && text !== undefined && text.trim() !== '';

/**
 * What is wrong with a track, by wire field; `prefix` is where it stands in the body ('session_info.').
 * Empty when all is well. Fields that the service hides are not judged: the caller drops them.
 */
export function validateTrack(track: TrackInput, prefix = ''): FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (field: keyof TrackInput, message: string) =>
    errors.push({ field: `${prefix}${field}`, message });
  if (!filled(track.title)) refuse('title', FORM.trackRequired);
  else if (track.title.trim().length > TRACK_NAME_MAX) refuse('title', FORM.trackTooLong);
  if (filled(track.track_genre) && !(GENRES as readonly string[]).includes(track.track_genre)) {
    refuse('track_genre', FORM.unknownGenre);
  }
  if (filled(track.reference_track)) {
    if (track.reference_track.trim().length > FIELD_MAX) refuse('reference_track', FORM.tooLong);
    else if (linkOf(track.reference_track) === null) refuse('reference_track', FORM.notALink);
  }
  for (const field of ['meter', 'bpm', 'sampleRate'] as const) {
    if ((track[field]?.length ?? 0) > FIELD_MAX) refuse(field, FORM.tooLong);
  }
  return errors;
}

/** Whether the client attends: offline sessions offer only no (part 2 section 5). */
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

/** What is wrong with the session details, by wire field of POST /api/v2/sessions. Empty when all is well. */
export function validateDetails(
  details: DetailsInput,
  service: { readonly form: FormFlags; readonly session_type: 'offline' | 'live' | 'all' },
): FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (field: string, message: string) => errors.push({ field, message });
  if (shownFields(service.form).has('deliverables')) {
    if (!filled(details.files_format)) refuse('deliverables.files_format', FORM.required);
    else if (details.files_format.length > FIELD_MAX) refuse('deliverables.files_format', FORM.tooLong);
  }
  const { attendance } = details;
  if (attendance === null || attendance === undefined) refuse('deliverables.attendance', FORM.required);
  else if (attendance && service.session_type === 'offline')
    refuse('deliverables.attendance', FORM.offlineOnly);
  if ((details.message?.length ?? 0) > MESSAGE_MAX) refuse('message', FORM.messageTooLong);
  return errors;
}
