import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { BackupError } from './backup-error.ts';
import { SECRETS } from './layout.ts';

/** Cost of scrypt: 128 MiB and about half a second for each guess of a passphrase. */
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

/** Encrypts a text with a passphrase; returns JSON with the parameters for decrypting it. */
export async function encryptText(text: string, passphrase: string): Promise<string> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(CIPHER, await deriveKey(passphrase, salt, COST), iv);
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const parts = { salt, iv, tag: cipher.getAuthTag(), data };
  const encoded = Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')]);
  return `${JSON.stringify({ cipher: CIPHER, kdf: 'scrypt', ...COST, ...Object.fromEntries(encoded) }, null, 2)}\n`;
}

/** Decrypts the output of `encryptText`. Throws a BackupError for a wrong passphrase. */
export async function decryptText(sealed: string, passphrase: string): Promise<string> {
  const { N, r, p, ...read } = schema.parse(JSON.parse(sealed));
  const key = await deriveKey(passphrase, Buffer.from(read.salt, 'base64'), { N, r, p });
  const decipher = createDecipheriv(CIPHER, key, Buffer.from(read.iv, 'base64'), { authTagLength: 16 });
  decipher.setAuthTag(Buffer.from(read.tag, 'base64'));
  try {
    return decipher.update(read.data, 'base64', 'utf8') + decipher.final('utf8');
  } catch (error) {
    throw new BackupError('The passphrase is not the one that this backup was made with.', { cause: error });
  }
}

/** Decrypts the secrets of a backup. */
export function decryptSecrets(folder: string, passphrase: string): Promise<string> {
  return decryptText(fs.readFileSync(path.join(folder, SECRETS), 'utf8'), passphrase);
}

function deriveKey(
  passphrase: string,
  salt: Buffer,
  cost: { N: number; r: number; p: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, { ...cost, maxmem: 256 * cost.N * cost.r }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
