import { cleanText } from '#shared/lib/text.ts';
import { asListOf, asRecord, asText, isText, parseStored } from '../lib/stored/read.ts';

/** A message being sent, with its idempotency key. */
export interface PendingMessage {
  readonly body: string;
  readonly key: string;
}

/** The unsent text and the pending messages of one conversation. */
export interface Draft {
  /** The text in the box. */
  readonly text: string;
  /** Sent and not yet acknowledged, in order. */
  readonly pending: PendingMessage[];
  /** The last failure: the same text sent again has the same key, in case the first one arrived. */
  readonly tried: PendingMessage | null;
}

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
  const read = asRecord(parseStored(stored));
  if (read === null) return NO_DRAFT;
  const { text, pending, tried } = read;
  const draft: Draft = {
    text: asText(text),
    pending: asListOf(pending, isMessage),
    tried: isMessage(tried) ? tried : null,
  };
  return draft.pending.toReversed().reduce((rest, { key }) => markFailed(rest, key), draft);
}

function isMessage(value: unknown): value is PendingMessage {
  const message = asRecord(value);
  return message !== null && isText(message['body']) && isText(message['key']);
}
