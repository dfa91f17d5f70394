import DOMPurify from 'dompurify';
import { HTML_TAGS, SAFE_LINK } from '#shared/content/rules-documents.ts';

const purifier = DOMPurify(window);

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName !== 'A') return;
  const href = node.getAttribute('href');
  if (href === null || !SAFE_LINK.test(href)) return node.removeAttribute('href');
  node.setAttribute('rel', 'noopener');
  if (/^https?:/.test(href)) node.setAttribute('target', '_blank');
});

/** The studio's HTML as sanitized nodes, independent of the server's sanitizing (docs/product/content.md#html). */
export function sanitizeToNodes(html: string): DocumentFragment {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: [...HTML_TAGS],
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: SAFE_LINK,
    ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}
