import * as z from 'zod/mini';
import { catch as orElse } from 'zod/mini';
import { EMPTY_FORM } from './booking-form.ts';

const text = (fallback: string) => orElse(z.string(), fallback);
const orNull = orElse(z.nullable(z.string()), null);

/** What a person has chosen so far: kept in the browser's tab, so that a reload keeps everything. */
const Draft = z.object({
  serviceId: orNull,
  slotIds: orElse(z.array(z.string()), []),
  /** The latest hold: the browser's Back leads to addresses that know only an earlier one, or none. */
  holdId: orElse(z.nullable(z.int()), null),
  form: z.object({
    track_id: text(''),
    track_title: text(''),
    track_genre: orNull,
    reference_track: text(''),
    meter: text(''),
    bpm: text(''),
    sampleRate: orNull,
    files_format: orNull,
    attendance: orElse(z.enum(['', 'yes', 'no']), ''),
    message: text(''),
  }),
});
export type Draft = z.infer<typeof Draft>;

export const EMPTY_DRAFT: Draft = { serviceId: null, slotIds: [], holdId: null, form: EMPTY_FORM };

/** Reads a kept draft; whatever is missing or strange in it is as if nothing had been chosen there. */
export function readDraft(kept: string | null): Draft {
  if (kept === null) return EMPTY_DRAFT;
  try {
    const read = Draft.safeParse(JSON.parse(kept));
    return read.success ? read.data : EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}

/** One draft per person and musician: the next one at this browser never sees the last one's. */
export function draftKey(personId: string, slug: string): string {
  return `booking:${personId}:${slug}`;
}
