import * as z from 'zod/mini';
import { catch as orElse } from 'zod/mini';
import { EMPTY_FORM } from '../form/booking-form.ts';

const text = (fallback: string) => orElse(z.string(), fallback);
const orNull = orElse(z.nullable(z.string()), null);

const Form = z.object({
  track_id: text(''),
  track_title: text(''),
  new_tracks: orElse(z.array(z.string()), []),
  track_genre: orNull,
  reference_track: text(''),
  meter: text(''),
  bpm: text(''),
  sampleRate: orNull,
  options: orElse(z.record(z.string(), z.nullable(z.string())), {}),
  files_format: orNull,
  attendance: orElse(z.enum(['', 'yes', 'no']), ''),
  message: text(''),
});

/** A draft in sessionStorage (docs/product/booking.md#draft). */
const Draft = z.object({
  serviceId: orNull,
  slotIds: orElse(z.array(z.string()), []),
  /** The latest hold. The URL may name an earlier one or none after the browser's Back. */
  holdId: orElse(z.nullable(z.int()), null),
  /** When the server saved it last, and whether the form has changed since. */
  savedAt: orNull,
  unsaved: orElse(z.boolean(), false),
  form: Form,
});
export type Draft = z.infer<typeof Draft>;

export const EMPTY_DRAFT: Draft = {
  serviceId: null,
  slotIds: [],
  holdId: null,
  savedAt: null,
  unsaved: false,
  form: EMPTY_FORM,
};

/** A draft as the server has it. */
export interface ServerDraft {
  readonly session_id: number;
  readonly service_id: string;
  readonly slots: readonly string[];
  readonly step: string;
  readonly form: Readonly<Record<string, unknown>>;
  readonly saved_at: string;
}

/**
 * The draft to open with: the server's, unless the tab has the same or unsaved changes. The slots come with it if it
 * belongs to the tab's hold.
 */
export function mergeDrafts(draft: Draft, server: ServerDraft | null, holdId: number | undefined): Draft {
  if (server === null || draft.unsaved || draft.savedAt === server.saved_at) return draft;
  const form = Form.safeParse(server.form);
  const isHeld = server.session_id === holdId;
  return {
    ...draft,
    savedAt: server.saved_at,
    ...(form.success ? { form: form.data } : {}),
    ...(isHeld
      ? { serviceId: server.service_id, slotIds: [...server.slots], holdId: server.session_id }
      : {}),
  };
}

/** Reads a stored draft; missing and invalid values count as empty. */
export function readDraft(stored: string | null): Draft {
  if (stored === null) return EMPTY_DRAFT;
  try {
    const read = Draft.safeParse(JSON.parse(stored));
    return read.success ? read.data : EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}

/** The storage key of a draft, by person and musician: people may share a browser. */
export function draftKey(personId: string, slug: string): string {
  return `booking:${personId}:${slug}`;
}
