import { normalizeLink } from '#shared/sessions/rules-track.ts';

/** A part of a message: plain text, or a link with its target. */
export interface MessagePart {
  readonly text: string;
  readonly href: string | null;
}

const CANDIDATE = /(?:https?:\/\/|www\.)[^\s<>"]+/giu;
/** Punctuation after a URL, which is not part of it. */
const TRAILING_PUNCTUATION = /[.,;:!?'’”»)\]}]+$/u;

/** Splits a message into text and links. Only http and https URLs become links. */
export function messageParts(body: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let from = 0;
  for (const { 0: candidate, index } of body.matchAll(CANDIDATE)) {
    const text = addressOf(candidate);
    const href = normalizeLink(text);
    if (href === null) continue;
    if (index > from) parts.push({ text: body.slice(from, index), href: null });
    parts.push({ text, href });
    from = index + text.length;
  }
  if (from < body.length) parts.push({ text: body.slice(from), href: null });
  return parts;
}

/** Strips trailing punctuation, but not a closing bracket that was opened inside the URL. */
function addressOf(candidate: string): string {
  const trimmed = candidate.replace(TRAILING_PUNCTUATION, '');
  const rest = candidate.slice(trimmed.length);
  const unclosed = trimmed.split('(').length - trimmed.split(')').length;
  return unclosed > 0 && rest.startsWith(')') ? `${trimmed})` : trimmed;
}
