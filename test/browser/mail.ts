import fs from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { expect } from './expect.ts';

/** A decoded mail with the links of its text. */
export interface WrittenMail extends Email {
  readonly links: readonly string[];
}

/** All mails of a data folder, newest first. */
async function allMails(dataDir: string): Promise<Email[]> {
  const outbox = path.join(dataDir, 'outbox');
  const names = (await fs.readdir(outbox).catch((): string[] => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    names.map(async (name) => {
      const file = path.join(outbox, name);
      const { mtimeMs } = await fs.stat(file);
      return { mtimeMs, mail: await PostalMime.parse(await fs.readFile(file)) };
    }),
  );
  return mails.sort((a, b) => b.mtimeMs - a.mtimeMs).map(({ mail }) => mail);
}

/** The latest mail to an address with this subject; waits, because jobs write mails a moment later. */
export async function latestMail(
  dataDir: string,
  to: string,
  subject: string | RegExp,
): Promise<WrittenMail> {
  let found: Email | undefined;
  await expect
    .poll(
      async () => {
        found = (await allMails(dataDir)).find(
          (mail) =>
            mail.to?.some(({ address }) => address?.toLowerCase() === to.toLowerCase()) === true &&
            (typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject ?? '')),
        );
        return found !== undefined;
      },
      { message: `a mail to ${to} with the subject ${String(subject)}`, timeout: 60_000 },
    )
    .toBe(true);
  const mail = found as Email;
  return { ...mail, links: (mail.text ?? '').match(/https?:\/\/[^\s<>"']+/g) ?? [] };
}
