import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { BackupError } from './backup-error.ts';
import { SECRETS } from './layout.ts';

/** What scrypt costs: 128 MiB and about half a second for each try of a passphrase. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
const CIPHER = 'aes-256-gcm';

const base64 = z.base64();
const schema = z.object({
  cipher: z.literal(CIPHER),
  kdf: z.literal('scrypt'),
  N: z.int().max(2 ** 20),
  r: z.int().max(64),
  p: z.int().max(64),
  salt: base64,
  iv: base64,
  tag: base64,
  data: base64,
});

/** Encrypts a text under a passphrase, as JSON with all that it takes to open it but the passphrase. */
export async function seal(text: string, passphrase: string): Promise<string> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(CIPHER, await keyOf(passphrase, salt, COST), iv);
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const parts = { salt, iv, tag: cipher.getAuthTag(), data };
  const encoded = Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')]);
  return `${JSON.stringify({ cipher: CIPHER, kdf: 'scrypt', ...COST, ...Object.fromEntries(encoded) }, null, 2)}\n`;
}

/** Decrypts what `seal` made. Throws a BackupError when the passphrase is another one. */
export async function unseal(sealed: string, passphrase: string): Promise<string> {
  const { N, r, p, ...read } = schema.parse(JSON.parse(sealed));
  const key = await keyOf(passphrase, Buffer.from(read.salt, 'base64'), { N, r, p });
  const decipher = createDecipheriv(CIPHER, key, Buffer.from(read.iv, 'base64'), { authTagLength: 16 });
  decipher.setAuthTag(Buffer.from(read.tag, 'base64'));
  try {
    return decipher.update(read.data, 'base64', 'utf8') + decipher.final('utf8');
  } catch (error) {
    throw new BackupError('The passphrase is not the one that this backup was made with.', { cause: error });
  }
}

/** The secrets of a backup. */
export function unsealSecrets(folder: string, passphrase: string): Promise<string> {
  return unseal(fs.readFileSync(path.join(folder, SECRETS), 'utf8'), passphrase);
}

function keyOf(passphrase: string, salt: Buffer, cost: { N: number; r: number; p: number }): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, { ...cost, maxmem: 256 * cost.N * cost.r }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
