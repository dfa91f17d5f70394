import { GENRES } from '../catalogue/rules.ts';
import type { FieldError } from '../lib/problem.ts';
import { TRACK } from './texts.ts';

/** What a track takes (part 2 section 5). Lengths in characters. */
const TRACK_NAME_MAX = 254;
export const FIELD_MAX = 254;

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

export type Optional = string | null | undefined;
export interface TrackInput {
  readonly title: Optional;
  readonly track_genre?: Optional;
  readonly reference_track?: Optional;
  readonly meter?: Optional;
  readonly bpm?: Optional;
  readonly sampleRate?: Optional;
}

/** Whether a field says anything but blanks. */
export const filled = (text: Optional): text is string =>
  text !== null && text !== undefined && text.trim() !== '';

/**
 * What is wrong with a track, by wire field; `prefix` is where it stands in the body ('session_info.').
 * Empty when all is well. Fields that the service hides are not judged: the caller drops them.
 */
export function validateTrack(track: TrackInput, prefix = ''): FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (field: keyof TrackInput, message: string) =>
    errors.push({ field: `${prefix}${field}`, message });
  if (!filled(track.title)) refuse('title', TRACK.trackRequired);
  else if (track.title.trim().length > TRACK_NAME_MAX) refuse('title', TRACK.trackTooLong);
  if (filled(track.track_genre) && !(GENRES as readonly string[]).includes(track.track_genre)) {
    refuse('track_genre', TRACK.unknownGenre);
  }
  if (filled(track.reference_track)) {
    if (track.reference_track.trim().length > FIELD_MAX) refuse('reference_track', TRACK.tooLong);
    else if (linkOf(track.reference_track) === null) refuse('reference_track', TRACK.notALink);
  }
  for (const field of ['meter', 'bpm', 'sampleRate'] as const) {
    if ((track[field]?.length ?? 0) > FIELD_MAX) refuse(field, TRACK.tooLong);
  }
  return errors;
}
