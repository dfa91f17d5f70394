import sanitizeHtml from 'sanitize-html';
import { HTML_TAGS, SAFE_LINK } from '../../../shared/content/rules-documents.ts';

/** Only what is on the list, no attribute but a link's; what is not text in a browser goes with its content. */
const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...HTML_TAGS],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
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
  ],
  enforceHtmlBoundary: false,
  transformTags: {
    a: (tagName, { href = '' }) => {
      if (!SAFE_LINK.test(href)) return { tagName, attribs: {} };
      const outside = /^https?:/.test(href);
      return { tagName, attribs: { href, rel: 'noopener', ...(outside ? { target: '_blank' } : {}) } };
    },
  },
};

/** HTML of an operator's with everything taken out that is not on the short list (decisions 11). */
export function sanitise(html: string): string {
  return sanitizeHtml(html, OPTIONS);
}
