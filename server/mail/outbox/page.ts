import type { Attachment } from 'postal-mime';
import { html, type Markup, type Value } from '../templates/html.ts';
import { addressLine, type OutboxMail, type ListedMail } from './read.ts';

/** The style of development pages is a file of its own, so that the content security policy needs no exception. */
export const DEV_STYLE = `:root { color-scheme: light dark; --ground: #faf8f4; --surface: #fff; --ink: #17151a; --muted: #635d69; --line: #8d8791; --signal: #2449c2; }
@media (prefers-color-scheme: dark) { :root { --ground: #121115; --surface: #1b1a20; --ink: #f3f0ea; --muted: #a7a1ad; --line: #77717f; --signal: #9db5ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 960px; padding: 24px 16px 64px; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 28px; line-height: 1.2; margin: 16px 0; }
h2 { font-size: 20px; margin: 32px 0 8px; }
a { color: var(--signal); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--signal); outline-offset: 2px; }
p.note { color: var(--muted); }
ol { list-style: none; margin: 0; padding: 0; }
ol.mails a { display: block; min-height: 44px; padding: 12px; margin-bottom: 8px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); color: inherit; text-decoration: none; }
ol.mails strong { display: block; text-decoration: underline; text-underline-offset: 3px; }
ol.mails span { display: block; color: var(--muted); font-size: 14px; }
nav a, ul.files a { display: inline-block; min-height: 44px; padding: 10px 12px 10px 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; }
pre { margin: 0; padding: 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); white-space: pre-wrap; font: 14px/1.5 ui-monospace, monospace; }
iframe { width: 100%; height: 720px; border: 1px solid var(--line); border-radius: 10px; background: #fff; }
@media (max-width: 480px) { dl { grid-template-columns: 1fr; } dd { margin-bottom: 8px; } }
`;

/** A whole development page. */
export const devDocument = (title: string, body: Markup, stylesheet = '/dev/outbox/style.css'): string =>
  String(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${stylesheet}">
  </head>
  <body>
    <main>
${body}
    </main>
  </body>
</html>
`);

const when = (date: string | undefined): string =>
  date === undefined ? '' : `${date.replace('T', ' ').replace(/:\d\d(\.\d+)?Z$/, '')} UTC`;

const item = ({ id, mail }: ListedMail): Markup =>
  html`<li><a href="/dev/outbox/${id}"><strong>${mail.subject ?? 'No subject'}</strong><span>To ${addressLine(mail.to)}</span><span>${when(mail.date)}</span></a></li>\n`;

/** The stored mails, newest first. */
export function listPage(
  mails: readonly ListedMail[],
  { total, page, size, hasPayments }: { total: number; page: number; size: number; hasPayments: boolean },
): string {
  const older = (page + 1) * size < total && html`<a href="/dev/outbox?page=${page + 1}">Older mails</a>`;
  const newer = page > 0 && html`<a href="/dev/outbox?page=${page - 1}">Newer mails</a>`;
  const list =
    mails.length === 0
      ? html`<p>No mail has been written yet.</p>`
      : html`<ol class="mails">${mails.map(item)}</ol>`;
  const nav = (newer || older) && html`<nav aria-label="Pages">${newer} ${older}</nav>`;
  return devDocument(
    'Outbox',
    html`${hasPayments && html`<nav aria-label="Development"><a href="/dev/payments">Payments</a></nav>\n`}<h1>Outbox</h1>
<p class="note">No mail server is set up here, so every mail is kept instead of sent. Newest first, ${total} in all.</p>
${list}
${nav}`,
  );
}

/** A text whose addresses are links. */
const linked = (text: string): Value =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, n) => (n % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));

const nameOf = ({ filename, mimeType }: Attachment, n: number): string =>
  filename ?? `part-${n + 1}.${mimeType.split('/')[1] ?? 'bin'}`;

const rows = (pairs: readonly (readonly string[])[]): Markup =>
  html`<dl>${pairs.map(([name = '', value = '']) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`;

/** One mail: addresses, rendered content, text, attachments and every header. */
export function mailPage({ id, mail }: OutboxMail): string {
  const head = [
    ['From', addressLine(mail.from === undefined ? [] : [mail.from])],
    ['To', addressLine(mail.to)],
    ['Reply to', addressLine(mail.replyTo)],
    ['Date', when(mail.date)],
  ].filter(([, value]) => value !== '');
  const look =
    mail.html !== undefined &&
    html`<h2>As it looks</h2>
<iframe title="The mail as it looks" src="/dev/outbox/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
  // A part without a name is an alternative form of the mail, not a file.
  const files = mail.attachments.flatMap((one, n) =>
    one.filename === null
      ? []
      : html`<li><a href="/dev/outbox/${id}/files/${n}" download>${nameOf(one, n)}</a> (${one.mimeType})</li>\n`,
  );
  const attached = files.length > 0 && html`<h2>Attached</h2>\n<ul class="files">${files}</ul>`;
  return devDocument(
    mail.subject ?? 'No subject',
    html`<nav aria-label="Outbox"><a href="/dev/outbox">All mails</a> <a href="/dev/outbox/${id}/file" download>Download as .eml</a></nav>
<h1>${mail.subject ?? 'No subject'}</h1>
${rows(head)}
${look}
<h2>As text</h2>
<pre>${linked(mail.text ?? '')}</pre>
${attached}
<h2>Headers</h2>
${rows(mail.headers.map(({ originalKey, value }) => [originalKey, value]))}`,
  );
}

/** An attachment's name and bytes; null when there is none. */
export function attachmentOf({ mail }: OutboxMail, n: number): { name: string; bytes: Buffer } | null {
  const attachment = mail.attachments[n];
  if (attachment === undefined) return null;
  const { content } = attachment;
  return {
    name: nameOf(attachment, n),
    bytes: typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer),
  };
}
