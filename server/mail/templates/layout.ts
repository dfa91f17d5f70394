import { html, withBreaks, type Markup, type Value } from './html.ts';
import type { Footer, MailContent, Part } from './mail-content.ts';

/** The light theme, for mail programs without themes. */
const LIGHT = {
  ground: '#faf8f4',
  surface: '#ffffff',
  ink: '#17151a',
  muted: '#635d69',
  line: '#e7e2da',
  action: '#17151a',
  onAction: '#ffffff',
  link: '#2449c2',
} as const;

/** The dark theme, for mail programs that follow the system; less padding on narrow screens. */
const STYLE = html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
.ground, .ground > table > tbody > tr > td { background-color: #121115 !important; }
.card { background-color: #1b1a20 !important; border-color: #2e2b35 !important; }
.ink { color: #f3f0ea !important; }
.muted { color: #a7a1ad !important; }
.line { border-color: #2e2b35 !important; }
.link { color: #9db5ff !important; }
.button { background-color: #f3f0ea !important; color: #17151a !important; }
}
@media (max-width: 480px) { .card { padding: 24px 20px !important; } }
</style>`;

const FONT = "font-family:'Instrument Sans', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const HEADING =
  "font-family:'Bricolage Grotesque', 'Instrument Sans', -apple-system, 'Segoe UI', Arial, sans-serif";
const NORMAL = `${FONT};font-size:16px;line-height:24px`;
const SMALL = `${FONT};font-size:13px;line-height:20px`;
const WRAP = 'overflow-wrap:anywhere;word-break:break-word';

/** A block as a table: some mail programs lay out nothing else. */
const block = (attributes: Markup, content: Value): Markup =>
  html`<table role="presentation" width="100%" align="center" border="0" cellpadding="0" cellspacing="0" ${attributes}>
<tbody><tr><td>${content}</td></tr></tbody>
</table>`;

const paragraph = (classes: string, style: string, content: Value): Markup =>
  html`<p class="${classes}" style="${style}">${content}</p>`;

const INK = `${NORMAL};${WRAP};color:${LIGHT.ink}`;
const MUTED = `margin:0 0 8px;${SMALL};${WRAP};color:${LIGHT.muted}`;

const fact = ([name, value]: readonly [string, string]): Markup => html`<tr>
<td class="muted" style="margin:0;padding:4px 16px 4px 0;${SMALL};color:${LIGHT.muted};vertical-align:top">${name}</td>
<td class="ink" style="margin:0;padding:2px 0;${INK}">${value}</td>
</tr>`;

const facts = (rows: readonly Markup[]): Markup =>
  html`<table role="presentation" border="0" cellpadding="0" cellspacing="0"><tbody>${rows}</tbody></table>`;

const BUTTON = `display:inline-block;max-width:100%;margin:4px 0 20px;padding:12px 20px;mso-padding-alt:0px;border-radius:10px;background-color:${LIGHT.action};color:${LIGHT.onAction};${FONT};font-size:16px;font-weight:600;line-height:100%;text-decoration:none`;
const LABEL = 'display:inline-block;max-width:100%;line-height:120%;mso-padding-alt:0px;mso-text-raise:9px';

/** Outlook on Windows ignores a link's padding; spaces of a set width stand for it there. */
const button = (label: string, url: string): Markup =>
  html`<a class="button" href="${url}" target="_blank" style="${BUTTON}"><span><!--[if mso]><i style="mso-font-width:500%;mso-text-raise:18" hidden>&#8202;&#8202;</i><![endif]--></span><span style="${LABEL}">${label}</span><span><!--[if mso]><i style="mso-font-width:500%" hidden>&#8202;&#8202;&#8203;</i><![endif]--></span></a>`;

function partOf(part: Part): Markup {
  if ('text' in part) return paragraph('ink', `margin:0 0 16px;${INK}`, withBreaks(part.text));
  if ('note' in part) return paragraph('muted', MUTED, withBreaks(part.note));
  if ('quote' in part) {
    const style = `margin:0 0 16px;padding-left:12px;border-left:3px solid ${LIGHT.line};${INK}`;
    return paragraph('ink line', style, withBreaks(part.quote));
  }
  if ('facts' in part) return block(html`style="margin:0 0 20px"`, facts(part.facts.map(fact)));
  return button(part.button, part.url);
}

const LINK = `color:${LIGHT.link};text-decoration:underline`;
const LINE = `width:100%;margin:8px 0 16px;border:none;border-top:1px solid ${LIGHT.line}`;

const foot = ({ studio, reason, unsubscribe }: Footer): Markup => html`<hr class="line" style="${LINE}"/>
${paragraph('muted', MUTED, html`${studio}<br/>${reason}`)}
${unsubscribe && html`<p style="${MUTED}"><a class="link" href="${unsubscribe.url}" target="_blank" style="${LINK}">${unsubscribe.label}</a></p>`}`;

/** Maximum of characters that a list of mails shows. */
const PREHEADER_LENGTH = 150;
/** Invisible characters that mail programs do not collapse. */
const BLANK = '\u00A0\u200C\u200B\u200D\u200E\u200F\uFEFF';
const HIDDEN = 'display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0';

/** Shown after the subject in lists of mails; padded so that nothing else of the mail follows there. */
function preheader(preview: string): Markup {
  const shown = preview.slice(0, PREHEADER_LENGTH);
  return html`<div style="${HIDDEN}">${shown}<div>${BLANK.repeat(PREHEADER_LENGTH - shown.length)}</div></div>`;
}

const CARD = `max-width:560px;padding:32px;border:1px solid ${LIGHT.line};border-radius:16px;background-color:${LIGHT.surface}`;
const BRAND = `margin:0 0 24px;${SMALL};font-weight:700;color:${LIGHT.ink}`;
const TITLE = `margin:0 0 16px;${HEADING};font-size:28px;line-height:34px;letter-spacing:-0.02em;${WRAP};color:${LIGHT.ink}`;

/** A mail as an HTML document (docs/product/notifications.md#form-of-a-mail). */
export function renderHtml({ subject, preview, heading, parts }: MailContent, below: Footer): string {
  const content = html`${paragraph('ink', BRAND, below.studio)}
<h1 class="ink" style="${TITLE}">${heading}</h1>
${parts.map((part) => html`${partOf(part)}\n`)}
${block(html``, foot(below))}`;
  // Screen readers find the content by the role.
  const page = html`<div role="main">${block(html`class="card" style="${CARD}"`, content)}</div>`;
  return String(html`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html dir="ltr" lang="en">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="light dark"/>
<title>${subject}</title>
${STYLE}
</head>
<body class="ground" style="margin:0;padding:0;background-color:${LIGHT.ground}">
${preheader(preview)}
<table role="presentation" width="100%" align="center" border="0" cellpadding="0" cellspacing="0">
<tbody><tr><td style="margin:0;padding:24px 12px;background-color:${LIGHT.ground}">${page}</td></tr></tbody>
</table>
</body>
</html>
`);
}
