import { GENRES } from '../catalogue/rules.ts';
import type { FieldError } from '../lib/problem.ts';
import { TRACK } from './texts.ts';

/** Maximum lengths of a track's fields, in characters (docs/product/sessions.md#tracks). */
const TRACK_NAME_MAX = 254;
export const FIELD_MAX = 254;

const SCHEME = /^[a-z][a-z\d+.-]*:/i;
const HOST = /^(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+[\p{L}][\p{L}\d-]*(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/** The http or https address of a reference track, https without a scheme; null when the text is no link. */
export function normalizeLink(text: string): string | null {
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

/** Whether a field is more than whitespace. */
export const isFilled = (text: Optional): text is string =>
  text !== null && text !== undefined && text.trim() !== '';

/**
 * Errors of a track by wire field, after `prefix` ('session_info.'); empty when all is well. Fields that the
 * service hides are the caller's to drop.
 */
export function validateTrack(track: TrackInput, prefix = ''): FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (field: keyof TrackInput, message: string) =>
    errors.push({ field: `${prefix}${field}`, message });
  if (!isFilled(track.title)) refuse('title', TRACK.trackRequired);
  else if (track.title.trim().length > TRACK_NAME_MAX) refuse('title', TRACK.trackTooLong);
  if (isFilled(track.track_genre) && !(GENRES as readonly string[]).includes(track.track_genre)) {
    refuse('track_genre', TRACK.unknownGenre);
  }
  if (isFilled(track.reference_track)) {
    if (track.reference_track.trim().length > FIELD_MAX) refuse('reference_track', TRACK.tooLong);
    else if (normalizeLink(track.reference_track) === null) refuse('reference_track', TRACK.notALink);
  }
  for (const field of ['meter', 'bpm', 'sampleRate'] as const) {
    if ((track[field]?.length ?? 0) > FIELD_MAX) refuse(field, TRACK.tooLong);
  }
  return errors;
}
