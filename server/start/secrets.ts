import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { SettingsError } from '../settings.ts';

/** What the server makes up for itself once and keeps in DATA_DIR/secrets.json. */
const schema = z.object({
  /** The key that signs the links to files on this machine's disk: its public name and its secret. */
  storageKeyId: z.string().min(16),
  storageSecret: z.string().min(32),
});

export type Secrets = z.infer<typeof schema>;

const make = (): Secrets => ({
  storageKeyId: randomBytes(12).toString('hex'),
  storageSecret: randomBytes(32).toString('base64url'),
});

/**
 * Reads the generated secrets, making those that are missing. The file is written whole or not at all and is
 * readable by its owner only. Throws a SettingsError when the file is there but not readable as secrets.
 */
export function keepSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json');
  const kept = readKept(file);
  const parsed = schema.safeParse({ ...make(), ...kept });
  if (!parsed.success)
    throw new SettingsError(`${file} is damaged. Restore it, or delete it to make new secrets.`);
  const complete = kept !== null && Object.keys(parsed.data).every((name) => name in kept);
  if (!complete) writeWhole(file, `${JSON.stringify(parsed.data, null, 2)}\n`);
  return parsed.data;
}

function readKept(file: string): object | null {
  if (!fs.existsSync(file)) return null;
  try {
    return z.looseObject({}).parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    throw new SettingsError(`${file} is damaged. Restore it, or delete it to make new secrets.`);
  }
}

function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  const handle = fs.openSync(draft, 'w', 0o600);
  try {
    fs.writeSync(handle, text);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  fs.renameSync(draft, file);
}
