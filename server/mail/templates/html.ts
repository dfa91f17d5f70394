/** A piece of HTML that `html` made. Nothing else can make one, so whatever is of this type is escaped. */
class Markup {
  readonly #source: string;
  constructor(source: string) {
    this.#source = source;
  }
  toString(): string {
    return this.#source;
  }
}
export type { Markup };

/** A value in a template: text is escaped, markup inserted as it is, a list in its order; null and false are nothing. */
export type Value = string | number | Markup | null | false | readonly Value[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

function escape(value: Value): string {
  if (value === null || value === false) return '';
  if (value instanceof Markup) return value.toString();
  if (Array.isArray(value)) return value.map(escape).join('');
  return String(value).replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}

/**
 * HTML from a template: html`<p>${name}</p>`. Values are safe between tags and in quoted attributes, not inside
 * <script> or <style>; check URLs of unknown origin yourself.
 */
export function html(template: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(template.reduce((markup, piece, n) => markup + escape(values[n - 1] ?? null) + piece));
}

/** Text with its line breaks. */
export const withBreaks = (text: string): Markup =>
  html`${text.split('\n').map((line, n) => (n === 0 ? line : html`<br/>${line}`))}`;
