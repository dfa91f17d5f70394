import * as z from 'zod/mini';
import { catch as orElse } from 'zod/mini';
import { cleanText } from '#shared/lib/text.ts';

const Sent = z.object({ body: z.string(), key: z.string() });
/** A text on its way, with the key that makes a repeat of it the same message. */
export type Sent = z.infer<typeof Sent>;

const Draft = z.object({
  /** What is in the box. */
  text: orElse(z.string(), ''),
  /** What was sent and is not answered yet, in order. */
  pending: orElse(z.array(Sent), []),
  /** What came back last: the same text sent again is the same message, should the first have arrived after all. */
  tried: orElse(z.nullable(Sent), null),
});
/** What a person has written into one conversation and not got rid of yet. */
export type Draft = z.infer<typeof Draft>;

export const NO_DRAFT: Draft = { text: '', pending: [], tried: null };

/** The text leaves the box: the draft afterwards, and what to send. `newKey` makes the key of a new message. */
export function send(draft: Draft, newKey: () => string): { readonly draft: Draft; readonly sent: Sent } {
  const body = cleanText(draft.text);
  const sent = draft.tried?.body === body ? draft.tried : { body, key: newKey() };
  return { draft: { text: '', pending: [...draft.pending, sent], tried: null }, sent };
}

/** It has arrived. */
export function arrived(draft: Draft, key: string): Draft {
  return { ...draft, pending: draft.pending.filter((one) => one.key !== key) };
}

/** It has not: its text is in the box again, before what has been written there since. */
export function failed(draft: Draft, key: string): Draft {
  const tried = draft.pending.find((one) => one.key === key);
  if (tried === undefined) return draft;
  const text = [tried.body, draft.text].filter((part) => part !== '').join('\n');
  return { ...arrived(draft, key), text, tried };
}

/** Reads a kept draft. What was on its way when the page went is in the box again; what is strange is nothing. */
export function readDraft(kept: string | null): Draft {
  if (kept === null) return NO_DRAFT;
  try {
    const read = Draft.safeParse(JSON.parse(kept));
    if (!read.success) return NO_DRAFT;
    return read.data.pending.toReversed().reduce((draft, { key }) => failed(draft, key), read.data);
  } catch {
    return NO_DRAFT;
  }
}
