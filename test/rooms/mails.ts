import type { AddressInfo, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';
import { SMTPConnection, type SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js';
import type { TestOptions } from '../api/app.ts';
import { test as base } from './booking.ts';

/** A received mail, decoded. */
export interface Received extends Email {
  /** Envelope sender and recipients. */
  readonly mailFrom: string;
  readonly rcpt: readonly string[];
  readonly raw: string;
}

/** Ready at once: the library greets 100 ms late, and would once more. */
class PromptConnection extends SMTPConnection {
  #isReady = false;
  override init(): void {
    super.init();
    this.connectionReady();
  }
  override connectionReady(next?: () => void): void {
    if (this.#isReady) return;
    this.#isReady = true;
    super.connectionReady(next);
  }
}

class PromptServer extends SMTPServer {
  override connect(socket: Socket, options?: SMTPConnectionOptions | null): void {
    const connection = new PromptConnection(this, socket, options ?? undefined);
    this.connections.add(connection);
    connection.on('error', (error: Error) => this.emit('error', error));
    connection.init();
  }
}

/** A mail server for tests that stores mails, and refuses them or takes its time on demand. */
export async function mailServer() {
  const state = { refuses: false, delayMs: 0 };
  const mails: Received[] = [];
  const store = async (stream: Readable, { mailFrom, rcptTo }: SMTPServerEnvelope) => {
    const bytes = await buffer(stream);
    const envelope = {
      mailFrom: mailFrom === false ? '' : mailFrom.address,
      rcpt: rcptTo.map(({ address }) => address),
    };
    mails.push({ ...(await PostalMime.parse(bytes)), ...envelope, raw: bytes.toString('utf8') });
  };
  const server = new PromptServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onMailFrom: (_address, _session, done) =>
      done(state.refuses ? Object.assign(new Error('busy'), { responseCode: 451 }) : null),
    onData(stream, { envelope }, answer) {
      void store(stream, envelope).then(() => setTimeout(answer, state.delayMs), answer);
    },
  });
  await new Promise<void>((listens) => {
    server.listen(0, '127.0.0.1', listens);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    state,
    mails,
    env: { SMTP_URL: `smtp://127.0.0.1:${port}` },
    /** New mails to an address since the last call. */
    take(to: string): Received[] {
      const own = mails.filter(({ rcpt }) => rcpt.includes(to));
      for (const mail of own) mails.splice(mails.indexOf(mail), 1);
      return own;
    },
    close: () =>
      new Promise<void>((closes) => {
        server.close(closes);
      }),
  };
}

/** An unfolded header of a mail; undefined without one. */
export const headerOf = ({ headers }: Email, name: string): string | undefined =>
  headers.find(({ key }) => key === name.toLowerCase())?.value;

/** Unfolded lines of a mail's calendar file; alternative and attachment are equal. */
export function calendarOf(mail: Email): string[] {
  const texts = mail.attachments
    .filter(({ mimeType }) => /calendar|ics/.test(mimeType))
    .map(({ content }) =>
      typeof content === 'string' ? content : new TextDecoder().decode(content as ArrayBuffer),
    );
  if (new Set(texts).size > 1) throw new Error('the calendar files of one mail differ');
  return (texts[0] ?? '').replaceAll(/\r?\n /g, '').split(/\r?\n/);
}

/** The value of a name in a calendar file. */
export const calendarValue = (calendar: readonly string[], name: string): string | undefined =>
  calendar.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1);

/** `test` with an application that sends to a real mail server. */
export const test = base
  /** Runs what is due. */
  .extend(
    'drain',
    { scope: 'file' },
    ({ app }) =>
      () =>
        app.queues.drain(),
  )
  .extend('mailServer', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = await mailServer();
    onCleanup(() => server.close());
    return server;
  })
  .extend('options', { scope: 'file' }, ({ mailServer }): TestOptions => ({ env: mailServer.env }))
  /** The mail server, emptied before the test. */
  .extend('inbox', ({ mailServer }) => {
    mailServer.mails.length = 0;
    mailServer.state.refuses = false;
    return mailServer;
  });
