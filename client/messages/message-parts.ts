import { linkOf } from '#shared/sessions/rules-track.ts';

/** A piece of a message: plain words, or a link with where it leads. */
export interface MessagePart {
  readonly text: string;
  readonly href: string | null;
}

const CANDIDATE = /(?:https?:\/\/|www\.)[^\s<>"]+/giu;
/** What ends a sentence or a bracket, and is no part of the address before it. */
const AFTER = /[.,;:!?'’”»)\]}]+$/u;

/**
 * The words and links of a message. Only addresses that begin with http://, https:// or www. become links, and only
 * http and https ever come out: nobody writes a script into a link.
 */
export function messageParts(body: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let from = 0;
  for (const { 0: found, index } of body.matchAll(CANDIDATE)) {
    const text = addressOf(found);
    const href = linkOf(text);
    if (href === null) continue;
    if (index > from) parts.push({ text: body.slice(from, index), href: null });
    parts.push({ text, href });
    from = index + text.length;
  }
  if (from < body.length) parts.push({ text: body.slice(from), href: null });
  return parts;
}

/** Without the punctuation behind it; a closing bracket whose opening one is inside belongs to the address. */
function addressOf(found: string): string {
  const bare = found.replace(AFTER, '');
  const rest = found.slice(bare.length);
  const opened = bare.split('(').length - bare.split(')').length;
  return opened > 0 && rest.startsWith(')') ? `${bare})` : bare;
}
