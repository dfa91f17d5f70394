import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import { HTML_TAGS, SAFE_LINK } from '#shared/content/rules-documents.ts';

const require = createRequire(import.meta.url);

/** Loaded with the first document of HTML. */
const sanitizer = (): typeof sanitizeHtml => require('sanitize-html') as typeof sanitizeHtml;

/** Elements that are removed with their content. */
const WITH_CONTENT: readonly string[] = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'template',
  'iframe',
  'object',
  'xmp',
  'noembed',
  'noframes',
  'plaintext',
  'svg',
  'math',
  'title',
];

/** Allowed tags only, and attributes of links only. */
const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...HTML_TAGS],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [...WITH_CONTENT],
  enforceHtmlBoundary: false,
  transformTags: {
    a: (tagName, { href = '' }) => {
      if (!SAFE_LINK.test(href)) return { tagName, attribs: {} };
      const outside = /^https?:/.test(href);
      return { tagName, attribs: { href, rel: 'noopener', ...(outside ? { target: '_blank' } : {}) } };
    },
  },
};

/** HTML with only what is allowed (docs/product/content.md#html). */
export function sanitize(html: string): string {
  return sanitizer()(html, OPTIONS);
}

const MAX_SHOWN = 60;
/** A name from the HTML, safe to print. */
const plain = (name: string): string => name.replaceAll(/\p{Cc}/gu, '').slice(0, MAX_SHOWN);
const quoted = (text: string): string =>
  text.length > MAX_SHOWN ? `${JSON.stringify(text.slice(0, MAX_SHOWN))}...` : JSON.stringify(text);

/** What `sanitize` removes, described, each once with its count; empty if only the notation changes. */
export function removedBy(html: string): string[] {
  const counts = new Map<string, number>();
  const note = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  sanitizer()(html, {
    ...OPTIONS,
    onOpenTag(name, attributes) {
      if (WITH_CONTENT.includes(name)) return note(`<${name}> with what is in it`);
      if (!(HTML_TAGS as readonly string[]).includes(name)) return note(`<${plain(name)}>, but not its text`);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (name === 'a' && attribute === 'href') {
          if (!SAFE_LINK.test(value)) note(`the link to ${quoted(value)}`);
        } else if (name !== 'a' || (attribute !== 'rel' && attribute !== 'target'))
          note(`${plain(attribute)} of <${name}>`);
      }
    },
  });
  return [...counts].map(([what, times]) => (times === 1 ? what : `${what} (${times} times)`));
}
