import * as z from 'zod/mini';
import { catch as orElse } from 'zod/mini';
import { cleanText } from '#shared/lib/text.ts';

const PendingMessage = z.object({ body: z.string(), key: z.string() });
/** A message being sent, with its idempotency key. */
export type PendingMessage = z.infer<typeof PendingMessage>;

const Draft = z.object({
  /** The text in the box. */
  text: orElse(z.string(), ''),
  /** Sent and not yet acknowledged, in order. */
  pending: orElse(z.array(PendingMessage), []),
  /** The last failure: the same text sent again has the same key, in case the first one arrived. */
  tried: orElse(z.nullable(PendingMessage), null),
});
/** The unsent text and the pending messages of one conversation. */
export type Draft = z.infer<typeof Draft>;

export const NO_DRAFT: Draft = { text: '', pending: [], tried: null };

/** Moves the text to pending; returns the new draft and the message to send. */
export function send(
  draft: Draft,
  newKey: () => string,
): { readonly draft: Draft; readonly sent: PendingMessage } {
  const body = cleanText(draft.text);
  const sent = draft.tried?.body === body ? draft.tried : { body, key: newKey() };
  return { draft: { text: '', pending: [...draft.pending, sent], tried: null }, sent };
}

/** Removes a message that has arrived. */
export function markSent(draft: Draft, key: string): Draft {
  return { ...draft, pending: draft.pending.filter((one) => one.key !== key) };
}

/** Puts a failed message back into the box, before what was written since. */
export function markFailed(draft: Draft, key: string): Draft {
  const tried = draft.pending.find((one) => one.key === key);
  if (tried === undefined) return draft;
  const text = [tried.body, draft.text].filter((part) => part !== '').join('\n');
  return { ...markSent(draft, key), text, tried };
}

/** Parses a stored draft. Messages pending at unload return to the box; invalid data gives an empty draft. */
export function readDraft(stored: string | null): Draft {
  if (stored === null) return NO_DRAFT;
  try {
    const read = Draft.safeParse(JSON.parse(stored));
    if (!read.success) return NO_DRAFT;
    return read.data.pending.toReversed().reduce((draft, { key }) => markFailed(draft, key), read.data);
  } catch {
    return NO_DRAFT;
  }
}
