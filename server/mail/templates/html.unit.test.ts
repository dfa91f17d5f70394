import { expect, test } from 'vitest';
import { html, withBreaks } from './html.ts';

test('text is escaped, between tags and in attributes', () => {
  const text = `<script>"Tom" & 'Jerry'</script>`;
  const shown = '&lt;script&gt;&quot;Tom&quot; &amp; &#x27;Jerry&#x27;&lt;/script&gt;';
  expect(String(html`<p title="${text}">${text}</p>`)).toBe(`<p title="${shown}">${shown}</p>`);
});

test('markup and lists of it stand as they are; null and false are nothing', () => {
  const items = ['a', 'b & c'].map((item) => html`<li>${item}</li>`);
  expect(String(html`<ul>${items}</ul>${null}${false}${[]}${0}`)).toBe(
    '<ul><li>a</li><li>b &amp; c</li></ul>0',
  );
});

test('only what html made is markup', () => {
  const asText = String(html`<b>bold</b>`);
  expect(String(html`${asText} ${'$&'}`)).toBe('&lt;b&gt;bold&lt;/b&gt; $&amp;');
  const lookalike = JSON.parse('{"source":"<b>"}') as string;
  expect(String(html`${[lookalike]}`)).not.toContain('<');
});

test('lines stay lines', () => {
  expect(String(withBreaks('a\n<b>\n'))).toBe('a<br/>&lt;b&gt;<br/>');
});
