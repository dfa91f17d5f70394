/** A page as a browser without scripts has it: its forms can be filled in and sent. */
export interface Page {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly html: string;
  /** Text without tags, white space collapsed. */
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decoded = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => ENTITIES[name] ?? '');

async function toPage(response: Response, url: string): Promise<Page> {
  const html = await response.text();
  const text = decoded(html.replaceAll(/<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ');
  return { status: response.status, url, headers: response.headers, html, text };
}

/** Opens an address; a redirect is followed as long as it stays on the origin. */
export async function open(url: string, init: RequestInit = {}): Promise<Page> {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null) return toPage(response, url);
  const next = new URL(location, url);
  if (next.origin !== new URL(url).origin) return { ...(await toPage(response, url)), url: next.href };
  await response.text();
  return open(next.href);
}

export interface Form {
  readonly action: string;
  readonly values: Readonly<Record<string, string>>;
}

/** The form whose action ends with a text, with what stands in it. */
export function formOf(page: Page, ending = ''): Form {
  for (const [, head = '', inner = ''] of page.html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
    const action = decoded(/action="([^"]*)"/.exec(head)?.[1] ?? '');
    if (!new URL(action, page.url).pathname.endsWith(ending)) continue;
    const values: Record<string, string> = {};
    for (const [input] of inner.matchAll(/<input[^>]*>/g)) {
      const name = /name="([^"]*)"/.exec(input)?.[1];
      if (name !== undefined) values[name] = decoded(/value="([^"]*)"/.exec(input)?.[1] ?? '');
    }
    const select = /<select[^>]*name="([^"]*)".*?<\/select>/s.exec(inner);
    if (select !== null)
      values[select[1] ?? ''] = /<option value="([^"]*)"\s+selected/.exec(select[0])?.[1] ?? '';
    return { action: new URL(action, page.url).href, values };
  }
  throw new Error(`no form to ${ending} on ${page.url}`);
}

/** Sends a form with more filled in. */
export const submit = (
  { action, values }: Form,
  more: Readonly<Record<string, string>> = {},
): Promise<Page> => open(action, { method: 'POST', body: new URLSearchParams({ ...values, ...more }) });

/** What somebody types who pays with a card. */
export const typed = (number: string): Record<string, string> => ({
  number,
  expiry: '12 / 30',
  cvc: '123',
  name: 'Anna Example',
  country: 'DE',
});
