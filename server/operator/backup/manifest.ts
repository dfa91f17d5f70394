import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { unknownMigrations } from '../../db/migrate.ts';
import { BackupError } from './backup-error.ts';

/** Incremented when an earlier release could not read the new format. */
const FORMAT = 1;
const MANIFEST = 'manifest.json';
/** The manifest's checksum, in the format of sha256sum. */
export const CHECKSUM_FILE = 'manifest.json.sha256';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();
const migrations = z.array(z.object({ name: z.string(), hash: sha256 }));

const schema = z.object({
  format: z.literal(FORMAT),
  /** When the snapshot was taken. */
  at: z.string(),
  release: z.string(),
  migrations,
  /** Each is in database/<name>.copy.gz; `sha256` is that of the rows as COPY writes them. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count, sha256 })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  files: z.object({
    /** `listed`: the bytes stay in the S3 bucket; the backup only lists their ETags. */
    kind: z.enum(['copied', 'listed']),
    count,
    bytes: count,
    sha256,
    /** Listed files that storage did not have. */
    missing: z.array(z.string()),
  }),
  secrets: z.object({ sha256 }),
});

/** The content of a backup, with the checksum of each part. */
export type Manifest = z.infer<typeof schema>;
export type SavedTable = Manifest['tables'][number];

export const newManifest = (parts: Omit<Manifest, 'format'>): Manifest => ({ format: FORMAT, ...parts });

export function writeManifest(folder: string, manifest: Manifest): void {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const written = { mode: 0o600, flush: true } as const;
  fs.writeFileSync(path.join(folder, MANIFEST), text, written);
  fs.writeFileSync(path.join(folder, CHECKSUM_FILE), `${sha256Of(text)}  ${MANIFEST}\n`, written);
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Reads a backup's manifest. Throws a BackupError if it is missing, damaged or from a newer release. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = read(folder, MANIFEST);
  const [sum] = read(folder, CHECKSUM_FILE).split(' ');
  if (sum !== sha256Of(text)) throw new BackupError(`The backup is damaged: ${MANIFEST} was changed.`);
  const json: unknown = JSON.parse(text);
  const { format, release } = z.looseObject({ format: z.int(), release: z.string() }).parse(json);
  if (format > FORMAT) throw newerRelease(release, 'has another format');
  const manifest = schema.parse(json);
  const [unknown] = await unknownMigrations(manifest.migrations);
  if (unknown !== undefined) throw newerRelease(release, `has the migration ${unknown.name}`);
  return manifest;
}

function newerRelease(release: string, reason: string): BackupError {
  return new BackupError(
    `This backup is from a newer release than this one (${release}; it ${reason}). Restore it with that release.`,
  );
}

function read(folder: string, name: string): string {
  try {
    return fs.readFileSync(path.join(folder, name), 'utf8');
  } catch (error) {
    throw new BackupError(`${folder} is no whole backup: ${name} is not there.`, { cause: error });
  }
}
