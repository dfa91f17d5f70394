import fs from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Address, type Email } from 'postal-mime';

/** Only what we have kept ourselves: an instant, a dash and half of a SHA-256. */
const NAME = /^\d{4}-\d\d-\d\dT\d{6}Z-[\da-f]{32}$/;

/** A kept mail. */
export interface KeptMail {
  /** Its file's name without the ending. */
  readonly id: string;
  readonly mail: Email;
}

/** What a list shows of a kept mail. */
export interface ListedMail {
  readonly id: string;
  readonly mail: Pick<Email, 'subject' | 'to' | 'date'>;
}

/** A mail's file: its name without the ending, and when it was written. */
interface MailFile {
  readonly id: string;
  readonly mtimeMs: number;
}

/** What was decoded for a list, by file: a mail is decoded once, unless its file is written anew. */
const listed = new Map<string, ListedMail & { readonly mtimeMs: number }>();
/** Some kilobytes each at most; what was listed first goes first. */
const LISTED_MOST = 2000;

/** One page of the mails in DATA_DIR/outbox, newest first, and how many there are in all. */
export async function listKept(
  dataDir: string,
  { page, size }: { page: number; size: number },
): Promise<{ mails: ListedMail[]; total: number }> {
  const files = await keptFiles(dataDir);
  const wanted = files.slice(page * size, (page + 1) * size);
  const mails = await Promise.all(wanted.map((file) => readListed(dataDir, file)));
  return { mails: mails.filter((one) => one !== null), total: files.length };
}

async function readListed(dataDir: string, { id, mtimeMs }: MailFile): Promise<ListedMail | null> {
  const file = path.join(outboxOf(dataDir), id);
  const known = listed.get(file);
  if (known?.mtimeMs === mtimeMs) return known;
  const kept = await readKept(dataDir, id);
  if (kept === null) return null;
  const { subject, to, date } = kept.mail;
  const read = { id, mail: { subject, to, date }, mtimeMs };
  const [oldest] = listed.keys();
  if (oldest !== undefined && listed.size >= LISTED_MOST) listed.delete(oldest);
  listed.set(file, read);
  return read;
}

/** Mails of one second are in the order in which they were kept. */
async function keptFiles(dataDir: string): Promise<MailFile[]> {
  const folder = outboxOf(dataDir);
  const names = await fs.readdir(folder).catch((): string[] => []);
  const ids = names.filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -4));
  const dated = await Promise.all(
    ids
      .filter((id) => NAME.test(id))
      .map(async (id) => {
        const { mtimeMs } = await fs.stat(path.join(folder, `${id}.eml`));
        return {
          id,
          mtimeMs,
          key: `${id.slice(0, 18)} ${String(Math.round(mtimeMs * 1000)).padStart(20, '0')}`,
        };
      }),
  );
  return dated.sort((a, b) => (a.key < b.key ? 1 : -1));
}

/** One kept mail, decoded; null when there is none of that id. */
export async function readKept(dataDir: string, id: string): Promise<KeptMail | null> {
  const bytes = await keptBytes(dataDir, id);
  return bytes === null ? null : { id, mail: await PostalMime.parse(bytes) };
}

/** The file itself; null when there is none of that id. */
export async function keptBytes(dataDir: string, id: string): Promise<Buffer | null> {
  if (!NAME.test(id)) return null;
  return fs.readFile(path.join(outboxOf(dataDir), `${id}.eml`)).catch(() => null);
}

const outboxOf = (dataDir: string): string => path.join(dataDir, 'outbox');

/** An address as people write it: the name and the address, or the address alone. */
export function addressLine(addresses: readonly Address[] | undefined): string {
  return (addresses ?? [])
    .map(({ name, address = '' }) => (name ? `${name} <${address}>` : address))
    .join(', ');
}
