import fs from 'node:fs/promises';
import path from 'node:path';
import type { Address, Email } from 'postal-mime';
import { nameOf } from '../send/gateway.ts';

/** Names of our own files: an instant, a dash and half of a SHA-256. */
const NAME = /^\d{4}-\d\d-\d\dT\d{6}Z-[\da-f]{32}$/;

/** A stored mail. */
export interface OutboxMail {
  /** Its file name without the extension. */
  readonly id: string;
  readonly mail: Email;
}

/** A stored mail as listed. */
export interface ListedMail {
  readonly id: string;
  readonly mail: Pick<Email, 'subject' | 'to' | 'date'>;
}

/** A mail's file: name without extension, and time of writing. */
interface MailFile {
  readonly id: string;
  readonly mtimeMs: number;
}

/** Decoded mails by file, so that each is decoded once unless its file changes. */
const cache = new Map<string, ListedMail & { readonly mtimeMs: number }>();
/** Some kilobytes each; the oldest is dropped first. */
const MAX_LISTED = 2000;

/** One page of the mails in DATA_DIR/outbox, newest first, and how many there are in all. */
export async function listOutbox(
  dataDir: string,
  { page, size }: { page: number; size: number },
): Promise<{ mails: ListedMail[]; total: number }> {
  const files = await outboxFiles(dataDir);
  const pageFiles = files.slice(page * size, (page + 1) * size);
  const mails = await Promise.all(pageFiles.map((file) => readListed(dataDir, file)));
  return { mails: mails.filter((one) => one !== null), total: files.length };
}

async function readListed(dataDir: string, { id, mtimeMs }: MailFile): Promise<ListedMail | null> {
  const file = path.join(outboxOf(dataDir), id);
  const known = cache.get(file);
  if (known?.mtimeMs === mtimeMs) return known;
  const stored = await readStored(dataDir, id);
  if (stored === null) return null;
  const { subject, to, date } = stored.mail;
  const read = { id, mail: { subject, to, date }, mtimeMs };
  const [oldest] = cache.keys();
  if (oldest !== undefined && cache.size >= MAX_LISTED) cache.delete(oldest);
  cache.set(file, read);
  return read;
}

/** Newest first; within a second by the time of writing. */
async function outboxFiles(dataDir: string): Promise<MailFile[]> {
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

/** A stored mail, decoded; null if there is none. */
export async function readStored(dataDir: string, id: string): Promise<OutboxMail | null> {
  const bytes = await readOutboxFile(dataDir, id);
  if (bytes === null) return null;
  const { default: PostalMime } = await import('postal-mime');
  return { id, mail: await PostalMime.parse(bytes) };
}

/** A stored mail by its key, decoded; null if there is none. */
export async function findStored(dataDir: string, key: string): Promise<OutboxMail | null> {
  const end = `-${nameOf(key)}.eml`;
  const names = await fs.readdir(outboxOf(dataDir)).catch((): string[] => []);
  const found = names.find((name) => name.endsWith(end));
  return found === undefined ? null : readStored(dataDir, found.slice(0, -4));
}

/** A mail's file; null if there is none. */
export async function readOutboxFile(dataDir: string, id: string): Promise<Buffer | null> {
  if (!NAME.test(id)) return null;
  return fs.readFile(path.join(outboxOf(dataDir), `${id}.eml`)).catch(() => null);
}

const outboxOf = (dataDir: string): string => path.join(dataDir, 'outbox');

/** Addresses as "Name <address>", or the address alone. */
export function addressLine(addresses: readonly Address[] | undefined): string {
  return (addresses ?? [])
    .map(({ name, address = '' }) => (name ? `${name} <${address}>` : address))
    .join(', ');
}
