import type { PageResponse } from '../http.ts';
import { html, type Markup } from './html.ts';
import { cspSource } from './links.ts';

export interface Page {
  readonly title: string;
  readonly body: Markup;
  readonly status?: number;
  /** Addresses to which a form of the page may lead in the end. */
  readonly leadsTo?: readonly (string | null)[];
  /** May be shown inside another site's page, as a bank's page is. */
  readonly framed?: boolean;
}

/** A whole page. Nothing is stored on the way; only the sandbox's own files are loaded. */
export function page({ title, body, status = 200, leadsTo = [], framed = false }: Page): PageResponse {
  const targets = leadsTo.filter((one) => one !== null).map(cspSource);
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    `form-action ${[...new Set(["'self'", ...targets])].join(' ')}`,
    `frame-ancestors ${framed ? 'http: https:' : "'none'"}`,
  ].join('; ');
  const document = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · Sandbox</title>
    <link rel="icon" href="/assets/icon.svg" />
    <link rel="stylesheet" href="/assets/tokens.css" />
    <link rel="stylesheet" href="/assets/style.css" />
    <link rel="stylesheet" href="/assets/forms.css" />
    <script src="/assets/script.js" defer></script>
  </head>
  <body>
    <header class="banner"><p>Sandbox: no money moves</p></header>
    ${body}
  </body>
</html>
`;
  return {
    status,
    headers: { ...HEADERS, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    body: document.text,
  };
}

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Sends the browser on after a form. */
export const redirect = (location: string): PageResponse => ({
  status: 303,
  headers: { ...HEADERS, location },
  body: '',
});

/** A page that only says something, with a way on. */
export function notice(
  title: string,
  text: string,
  { status = 200, link, framed = false }: { status?: number; link?: Markup | null; framed?: boolean } = {},
): PageResponse {
  return page({
    title,
    status,
    framed,
    body: html`<main class="narrow">
      <section class="sheet">
        <h1>${title}</h1>
        <p>${text}</p>
        ${link}
      </section>
    </main>`,
  });
}

export const notFound = (): PageResponse =>
  notice('Page not found', 'There is no such page in the sandbox. Open the link again from where you came.', {
    status: 404,
  });
