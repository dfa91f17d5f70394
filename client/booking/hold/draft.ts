import { asListOf, asRecord, asText, asTextOrNull, isText, parseStored } from '../../lib/stored/read.ts';
import { EMPTY_FORM, type BookingForm } from '../form/booking-form.ts';

/** A draft in sessionStorage (docs/product/booking.md#draft). */
export interface Draft {
  readonly serviceId: string | null;
  readonly slotIds: string[];
  /** The latest hold. The URL may name an earlier one or none after the browser's Back. */
  readonly holdId: number | null;
  /** When the server saved it last, and whether the form has changed since. */
  readonly savedAt: string | null;
  readonly unsaved: boolean;
  readonly form: BookingForm;
}

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
  const form = readForm(server.form);
  const isHeld = server.session_id === holdId;
  return {
    ...draft,
    savedAt: server.saved_at,
    ...(form === null ? {} : { form }),
    ...(isHeld
      ? { serviceId: server.service_id, slotIds: [...server.slots], holdId: server.session_id }
      : {}),
  };
}

/** Reads a stored draft; missing and invalid values count as empty. */
export function readDraft(stored: string | null): Draft {
  const { serviceId, slotIds, holdId, savedAt, unsaved, form } = asRecord(parseStored(stored)) ?? {};
  const read = readForm(form);
  if (read === null) return EMPTY_DRAFT;
  return {
    serviceId: asTextOrNull(serviceId),
    slotIds: asListOf(slotIds, isText),
    holdId: Number.isSafeInteger(holdId) ? (holdId as number) : null,
    savedAt: asTextOrNull(savedAt),
    unsaved: unsaved === true,
    form: read,
  };
}

/** Reads a stored form, value by value; null for what is no form. */
function readForm(stored: unknown): BookingForm | null {
  const form = asRecord(stored);
  if (form === null) return null;
  const { track_id, track_title, new_tracks, track_genre, reference_track, meter, bpm } = form;
  const { sampleRate, options, files_format, attendance, message } = form;
  return {
    track_id: asText(track_id),
    track_title: asText(track_title),
    new_tracks: asListOf(new_tracks, isText),
    track_genre: asTextOrNull(track_genre),
    reference_track: asText(reference_track),
    meter: asText(meter),
    bpm: asText(bpm),
    sampleRate: asTextOrNull(sampleRate),
    options: readOptions(options),
    files_format: asTextOrNull(files_format),
    attendance: attendance === 'yes' || attendance === 'no' ? attendance : '',
    message: asText(message),
  };
}

const isAnswer = (value: unknown): value is string | null => value === null || isText(value);

/** The answers to the service's questions; none where one of them is no answer. */
function readOptions(stored: unknown): Record<string, string | null> {
  const answers = Object.entries(asRecord(stored) ?? {});
  return answers.every((answer): answer is [string, string | null] => isAnswer(answer[1]))
    ? Object.fromEntries(answers)
    : {};
}

/** The storage key of a draft, by person and musician: people may share a browser. */
export function draftKey(personId: string, slug: string): string {
  return `booking:${personId}:${slug}`;
}
