/** What an address is about, for search engines and previews of links. */
export interface LinkPreview {
  readonly site: string;
  readonly title: string;
  readonly description: string;
  /** Absolute. */
  readonly url: string;
  /** Absolute; null: none. */
  readonly image: string | null;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as HTML, also inside an attribute. Control characters, which HTML does not allow, are left out. */
function escapeHtml(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** A page with title, description and Open Graph tags of its own instead of the general ones. */
export function withPreview(html: string, { site, title, description, url, image }: LinkPreview): string {
  const property = (name: string, content: string): string =>
    `<meta property="og:${name}" content="${escapeHtml(content)}" />`;
  const head = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    property('type', 'profile'),
    property('site_name', site),
    property('title', title),
    property('description', description),
    property('url', url),
    ...(image === null ? [] : [property('image', image), property('image:alt', title)]),
    `<meta name="twitter:card" content="summary" />`,
  ].join('\n    ');
  // By functions: a name may contain "$&", which a replacement text would expand.
  return html
    .replace(/\s*<meta\s+name="description"[^>]*>/, () => '')
    .replace(/<title>[^<]*<\/title>/, () => head);
}
