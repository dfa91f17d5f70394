import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { oneLine } from '../../shared/lib/text.ts';
import type { Settings } from '../settings.ts';
import { senderOf } from './sender.ts';

/** A mail as it goes out. Names and subjects may hold anything: nothing of them becomes a header of its own. */
export interface Mail {
  /** The same for the same mail: a repeat has the same Message-ID and the same file. */
  readonly key: string;
  readonly to: string;
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The same as a page. */
  readonly html?: string;
  /** Where a mail program switches such mails off with one click (RFC 8058). */
  readonly oneClick?: string;
  /** An invitation that goes into the reader's calendar, or out of it. */
  readonly calendar?: { readonly method: string; readonly filename: string; readonly content: string };
  /** When it was written: the same for every try. */
  readonly at: Temporal.Instant;
}

type Where = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDir'>;

/** A mail server that does not answer is given up after this long; the queue tries again. */
const PATIENCE = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 30_000 };
/** Neither a path nor an address in a field is ever opened. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true };

/**
 * Sends a mail by SMTP, or keeps it as one .eml file in DATA_DIR/outbox while there is no SMTP_URL (decisions 10).
 * Throws when it is not accepted.
 */
export async function deliver(where: Where, mail: Mail): Promise<void> {
  const message = messageOf(where, mail);
  if (where.smtpUrl === null) return keep(where.dataDir, mail, message);
  const transport = createTransport({ url: where.smtpUrl, ...PATIENCE, ...CLOSED });
  try {
    await transport.sendMail(message);
  } finally {
    transport.close();
  }
}

function messageOf({ mailFrom }: Where, mail: Mail) {
  const { key, to, replyTo, subject, text, html, oneClick, calendar, at } = mail;
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
    date: new Date(at.epochMilliseconds),
    messageId: `<${nameOf(key)}@${senderOf(mailFrom).host}>`,
    ...(oneClick === undefined ? {} : { list: { unsubscribe: oneClick } }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(oneClick === undefined ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  };
}

const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32);

/** Temp file, fsync, rename, fsync of the folder: a mail is there whole or not at all, and once however often it is kept. */
async function keep(dataDir: string, mail: Mail, message: ReturnType<typeof messageOf>): Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...CLOSED });
  const { message: bytes } = await transport.sendMail(message);
  const outbox = path.join(dataDir, 'outbox');
  await fs.mkdir(outbox, { recursive: true, mode: 0o700 });
  const stamp = mail.at.toString({ smallestUnit: 'second' }).replaceAll(':', '');
  const kept = path.join(outbox, `${stamp}-${nameOf(mail.key)}.eml`);
  const temporary = `${kept}.${process.pid}.tmp`;
  const file = await fs.open(temporary, 'w', 0o600);
  try {
    await file.writeFile(bytes as Buffer);
    await file.sync();
  } finally {
    await file.close();
  }
  await fs.rename(temporary, kept);
  const folder = await fs.open(outbox);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
