import { expect, test } from 'vitest';
import { withPreview } from './link-preview.ts';

const HTML = `<head>
    <meta
      name="description"
      content="Book sessions."
    />
    <title>Talkback</title>
    <script src="/a.js"></script>
  </head>`;
const WORDS = { site: 'Studio', description: '', url: 'https://studio.test/musicians/x', image: null };

test('title, description, address and picture take the place of the general ones', () => {
  const html = withPreview(HTML, {
    ...WORDS,
    title: 'Rafa Monteiro',
    description: 'Drummer.',
    image: 'https://studio.test/avatars/1.webp',
  });
  expect(html).not.toContain('Book sessions.');
  expect(html.match(/<title>/g)).toHaveLength(1);
  expect(html).toContain('<title>Rafa Monteiro</title>');
  expect(html).toContain('<meta name="description" content="Drummer." />');
  expect(html).toContain('<link rel="canonical" href="https://studio.test/musicians/x" />');
  expect(html).toContain('<meta property="og:image" content="https://studio.test/avatars/1.webp" />');
  expect(html).toContain('<script src="/a.js"></script>');
});

test.each([
  ['</title><script>alert(1)</script>', '&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['"><img src=x onerror=alert(1)>', '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;'],
  ["O'Hara & Söhne", 'O&#39;Hara &amp; Söhne'],
  ['$& $` $1', '$&amp; $` $1'],
  ['one\u0000two\nthree', 'one two three'],
])('%j cannot leave its place', (words, escaped) => {
  const html = withPreview(HTML, { ...WORDS, title: words, description: words, image: words, url: words });
  expect(html).toContain(`<title>${escaped}</title>`);
  for (const name of ['og:title', 'og:description', 'og:url', 'og:image'])
    expect(html).toContain(`<meta property="${name}" content="${escaped}" />`);
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toContain('<img');
});

test('no picture, no tag for it', () => {
  expect(withPreview(HTML, { ...WORDS, title: 'A' })).not.toContain('og:image');
});
