import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { oneLine } from '#shared/lib/text.ts';
import type { Settings } from '../../lib/settings.ts';
import { traced, type SpanOptions } from '../../lib/tracing/span.ts';
import { parseSender } from './sender.ts';

/** A mail to send. Names and subjects may hold anything and cannot inject headers. */
export interface Mail {
  /** Equal keys give equal Message-IDs and file names. */
  readonly key: string;
  readonly to: string;
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  readonly html?: string;
  /** One-click unsubscribe URL (RFC 8058). */
  readonly oneClick?: string | undefined;
  readonly calendar?:
    | { readonly method: string; readonly filename: string; readonly content: string }
    | undefined;
  readonly attachment?:
    | { readonly filename: string; readonly contentType: string; readonly content: Buffer }
    | undefined;
  /** When it was enqueued, the same for every try. */
  readonly at: Temporal.Instant;
}

type DeliveryTarget = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDir'>;

/** In milliseconds; the queue tries again. */
const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 30_000 };
/** Never opens a path or URL in a field. */
const NO_ACCESS = { disableFileAccess: true, disableUrlAccess: true };

/** Sends by SMTP, or stores in the outbox without SMTP_URL (docs/product/notifications.md#outbox). Throws if refused. */
export function deliver(where: DeliveryTarget, mail: Mail): Promise<void> {
  const message = messageOf(where, mail);
  const { smtpUrl } = where;
  if (smtpUrl === null)
    return traced({ name: 'store mail', kind: 'internal' }, () =>
      storeInOutbox(where.dataDir, mail, message),
    );
  return traced(smtpSpan(smtpUrl), () => send(smtpUrl, message));
}

/** Without the mail's key, which its address is part of. */
function smtpSpan(smtpUrl: string): SpanOptions {
  const { hostname } = new URL(smtpUrl);
  return { name: 'send mail', kind: 'client', attributes: { 'server.address': hostname } };
}

async function send(smtpUrl: string, message: ReturnType<typeof messageOf>): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS, ...NO_ACCESS });
  try {
    await transport.sendMail(message);
  } finally {
    transport.close();
  }
}

function messageOf({ mailFrom }: DeliveryTarget, mail: Mail) {
  const { key, to, replyTo, subject, text, html, oneClick, calendar, attachment, at } = mail;
  return {
    from: mailFrom,
    to: { name: '', address: to },
    ...(replyTo === undefined
      ? {}
      : { replyTo: { name: oneLine(replyTo.name), address: oneLine(replyTo.address) } }),
    subject: oneLine(subject),
    text,
    ...(html === undefined ? {} : { html }),
    ...(calendar === undefined ? {} : { icalEvent: calendar }),
    ...(attachment === undefined ? {} : { attachments: [attachment] }),
    date: new Date(at.epochMilliseconds),
    messageId: `<${nameOf(key)}@${parseSender(mailFrom).host}>`,
    ...(oneClick === undefined ? {} : { list: { unsubscribe: oneClick } }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(oneClick === undefined ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  };
}

/** The name of a mail by its key, in its Message-ID and the name of its file. */
export const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32);

/** Writes atomically and durably (temporary file, fsync, rename, fsync); the same mail is the same file. */
async function storeInOutbox(
  dataDir: string,
  mail: Mail,
  message: ReturnType<typeof messageOf>,
): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...NO_ACCESS,
  });
  const { message: bytes } = await transport.sendMail(message);
  const outbox = path.join(dataDir, 'outbox');
  await fs.mkdir(outbox, { recursive: true, mode: 0o700 });
  const stamp = mail.at.toString({ smallestUnit: 'second' }).replaceAll(':', '');
  const file = path.join(outbox, `${stamp}-${nameOf(mail.key)}.eml`);
  const temporary = `${file}.${process.pid}.tmp`;
  const handle = await fs.open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(bytes as Buffer);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await fs.rename(temporary, file);
  const folder = await fs.open(outbox);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
