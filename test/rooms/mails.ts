import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as a mail server was given it, decoded. */
export interface Received extends Email {
  /** Whom the envelope names. */
  readonly rcpt: readonly string[];
  readonly raw: string;
}

/** A real mail server for tests: it keeps what it takes, and refuses while told to. */
export async function mailServer() {
  const state = { refuses: false };
  const mails: Received[] = [];
  const keep = async (stream: Readable, to: readonly { readonly address: string }[]) => {
    const bytes = await buffer(stream);
    const rcpt = to.map(({ address }) => address);
    mails.push({ ...(await PostalMime.parse(bytes)), rcpt, raw: bytes.toString('utf8') });
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onMailFrom: (_address, _session, done) =>
      done(state.refuses ? Object.assign(new Error('busy'), { responseCode: 451 }) : null),
    onData(stream, { envelope }, answer) {
      void keep(stream, envelope.rcptTo).then(() => answer(), answer);
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
    /** What came to an address since the last look, in order. */
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

/** A header of a mail as it stands, unfolded; undefined when it has none. */
export const headerOf = ({ headers }: Email, name: string): string | undefined =>
  headers.find(({ key }) => key === name.toLowerCase())?.value;

/** The calendar file of a mail, unfolded, as its lines; as alternative and as attachment it is the same. */
export function calendarOf(mail: Email): string[] {
  const texts = mail.attachments
    .filter(({ mimeType }) => /calendar|ics/.test(mimeType))
    .map(({ content }) =>
      typeof content === 'string' ? content : new TextDecoder().decode(content as ArrayBuffer),
    );
  if (new Set(texts).size > 1) throw new Error('the calendar files of one mail differ');
  return (texts[0] ?? '').replaceAll(/\r?\n /g, '').split(/\r?\n/);
}

/** What stands behind a name in a calendar file. */
export const lineOf = (calendar: readonly string[], name: string): string | undefined =>
  calendar.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1);
