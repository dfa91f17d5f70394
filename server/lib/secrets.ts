import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { SettingsError } from './settings.ts';

/** Secrets that the server generates once into DATA_DIR/secrets.json. */
const schema = z.object({
  /** Key of signed links to files on disk: public id and secret. */
  storageKeyId: z.string().min(16),
  storageSecret: z.string().min(32),
  /** Token of the pages below /dev. */
  devToken: z.string().min(32),
  /** The payment sandbox's keys for the server and for browsers, and what signs its webhooks to the studio. */
  sandboxKey: z.string().regex(/^sk_test_\w{32,}$/),
  sandboxPublishableKey: z.string().regex(/^pk_test_\w{32,}$/),
  sandboxPaypalSecret: z.string().min(32),
  sandboxWebhookSecret: z.string().regex(/^whsec_\w{32,}$/),
  /** Operators' authenticator apps are derived from it (docs/product/accounts.md#second-factor). */
  secondFactorKey: z.string().min(32),
});

export type Secrets = z.infer<typeof schema>;

const make = (): Secrets => ({
  storageKeyId: randomBytes(12).toString('hex'),
  storageSecret: randomBytes(32).toString('base64url'),
  devToken: randomBytes(32).toString('base64url'),
  sandboxKey: `sk_test_${randomBytes(24).toString('hex')}`,
  sandboxPublishableKey: `pk_test_${randomBytes(24).toString('hex')}`,
  sandboxPaypalSecret: randomBytes(24).toString('hex'),
  sandboxWebhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
  secondFactorKey: randomBytes(32).toString('base64url'),
});

/**
 * Reads the secrets and generates missing ones; written atomically, readable by the owner only. Throws a SettingsError
 * for an unreadable file.
 */
export function loadSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json');
  const stored = readStored(file);
  const parsed = schema.safeParse({ ...make(), ...stored });
  if (!parsed.success)
    throw new SettingsError(`${file} is damaged. Restore it, or delete it to make new secrets.`);
  const complete = stored !== null && Object.keys(parsed.data).every((name) => name in stored);
  if (!complete) writeWhole(file, `${JSON.stringify(parsed.data, null, 2)}\n`);
  return parsed.data;
}

/** The stored secrets, for a backup; null without any. */
export function readSecretsFile(dataDir: string): string | null {
  const file = path.join(dataDir, 'secrets.json');
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
}

/** Restores the secrets of a backup; the result removes them again. Throws a SettingsError when others exist. */
export function restoreSecretsFile(dataDir: string, text: string): () => void {
  const file = path.join(dataDir, 'secrets.json');
  const existing = readSecretsFile(dataDir);
  if (existing === text) return () => {};
  if (existing !== null)
    throw new SettingsError(`${file} holds other secrets. A restore takes an empty DATA_DIR.`);
  writeWhole(file, text);
  return () => fs.rmSync(file, { force: true });
}

function readStored(file: string): object | null {
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
