import { describe, expect, test } from 'vitest';
import { HTML_TAGS, SAFE_LINK } from '#shared/content/rules-documents.ts';
import { HTML_ATTACKS } from '#test/api/html-attacks.ts';
import { STUDIO_BANNER } from '../defaults/areas.ts';
import { PRIVACY, TERMS } from '../defaults/pages.ts';
import { removedBy, sanitize } from './sanitize.ts';

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z]+="[^"<>]*")*)\s*(\/?)>/g;

/** What is not exactly an allowed tag with exactly its allowed attributes, or text without angle brackets. */
function strange(html: string): string[] {
  const left = html.replaceAll(TAG, (tag, _close, name: string, attributes: string) => {
    const known = (HTML_TAGS as readonly string[]).includes(name);
    return known && attributesAreSafe(name, attributes) ? '' : `⟨${tag}⟩`;
  });
  return /[<>⟨]/.test(left) ? [left] : [];
}

function attributesAreSafe(tag: string, attributes: string): boolean {
  return [...attributes.matchAll(/\s+([a-z]+)="([^"]*)"/g)].every(([, name, value = '']) => {
    if (tag !== 'a') return false;
    if (name === 'href') return SAFE_LINK.test(value.replaceAll('&amp;', '&'));
    return (name === 'rel' && value === 'noopener') || (name === 'target' && value === '_blank');
  });
}

describe('HTML of the studio on the server', () => {
  test('there are at least 200 attacks, each another one', () => {
    expect(new Set(HTML_ATTACKS).size).toBe(HTML_ATTACKS.length);
    expect(HTML_ATTACKS.length).toBeGreaterThanOrEqual(200);
  });

  test.each(HTML_ATTACKS)('nothing but the short list comes out of %s', (attack) => {
    const out = sanitize(attack);
    expect(strange(out)).toEqual([]);
    expect(sanitize(out)).toBe(out);
    expect(strange(sanitize(`<p>before</p>${attack}<p>after</p>`))).toEqual([]);
  });

  test('the check itself knows what is strange', () => {
    expect(strange('<p>a</p><a href="/x" rel="noopener">b</a>')).toEqual([]);
    for (const bad of [
      '<p id="x">',
      '<img src="x">',
      '<a href="javascript:1">',
      '<p',
      '<a href="/x" ping="y">',
    ])
      expect(strange(bad)).toHaveLength(1);
  });

  test('what is on the list stays', () => {
    const html =
      '<h2>Head</h2><p>Some <strong>strong</strong> and <em>soft</em> words<br />and <code>code</code></p><ul><li>one</li></ul><ol><li>two</li></ol><blockquote>said</blockquote><h3>x</h3><h4>y</h4>';
    expect(sanitize(html)).toBe(html);
  });

  test.each([
    ['/explore', '<a href="/explore" rel="noopener">x</a>'],
    ['https://a.test/b?c=d', '<a href="https://a.test/b?c=d" rel="noopener" target="_blank">x</a>'],
    ['mailto:a@b.test', '<a href="mailto:a@b.test" rel="noopener">x</a>'],
    ['//a.test', '<a>x</a>'],
    ['/\\a.test', '<a>x</a>'],
    ['explore', '<a>x</a>'],
    ['ftp://a.test', '<a>x</a>'],
    ['https://a.test/ b', '<a>x</a>'],
  ])('a link to %s', (href, html) => {
    expect(sanitize(`<a href="${href}" onclick="x" class="y">x</a>`)).toBe(html);
  });

  test.each([PRIVACY, TERMS, STUDIO_BANNER])('what is shipped loses nothing', ({ body }) => {
    const shown = body.replaceAll(/<a href="([^"]*)">/g, '<a href="$1" rel="noopener">');
    expect(sanitize(body)).toBe(shown);
  });
});

describe('what is taken out is said', () => {
  test.each([
    ['<p>Some <strong>words</strong><br></p><a href="/x" rel="nofollow" target="_top">x</a>', []],
    ['5 < 6 &amp; <!-- a remark -->', []],
    ['<div><b>x</b><b>y</b></div>', ['<div>, but not its text', '<b>, but not its text (2 times)']],
    ['<h2 id="a" class="b">x</h2>', ['id of <h2>', 'class of <h2>']],
    [
      '<a href="javascript:alert(1)" onclick="x">x</a>',
      ['the link to "javascript:alert(1)"', 'onclick of <a>'],
    ],
    ['<style>p{}</style><img src="x">', ['<style> with what is in it', '<img>, but not its text']],
    [`<a href="ftp://${'x'.repeat(80)}">x</a>`, [`the link to "ftp://${'x'.repeat(54)}"...`]],
  ])('%s: %j', (html, removed) => {
    expect(removedBy(html)).toEqual(removed);
  });

  test.each(HTML_ATTACKS)('fit to be printed, of %s', (attack) => {
    expect(removedBy(attack).join('')).not.toMatch(/\p{Cc}/u);
  });
});
