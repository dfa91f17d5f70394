import { randomInt } from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { Database } from '../db/database.ts';
import {
  demoPasswordHashes,
  replaceDemoPassword,
  storedDemoPassword,
  storeDemoPassword,
  withDemoPasswordLock,
} from '../db/demo-people.ts';
import { hashPassword, verifyPassword } from '../lib/passwords.ts';
import type { Settings } from '../lib/settings.ts';

/** The password of all demos before each installation generated its own. */
const OLD_PASSWORD = 'talkback';
const WORDS = 3;

/** Three of 2048 words (docs/decisions/0014-demo-password-per-installation.md). */
export function newDemoPassword(): string {
  return Array.from({ length: WORDS }, () => wordlist[randomInt(wordlist.length)]).join('-');
}

/** The password of the demo's people, and its hash. */
export interface DemoPassword {
  readonly password: string;
  readonly hash: string;
}

/**
 * Generates the demo password once, or takes DEMO_PASSWORD, and gives it to the demo's people; chosen passwords stay.
 * With DEMO off, too. null without a demo.
 */
export function ensureDemoPassword(
  db: Database,
  { demo, demoPassword }: Pick<Settings, 'demo' | 'demoPassword'>,
): Promise<DemoPassword | null> {
  return withDemoPasswordLock(db, async (tx) => {
    const stored = await storedDemoPassword(tx);
    const hashes = stored === null ? await demoPasswordHashes(tx) : [stored.hash];
    if (stored === null && hashes.length === 0 && !demo) return null;
    const generated = stored?.generated ?? newDemoPassword();
    const password = demoPassword ?? generated;
    if (stored !== null && (await verifyPassword(stored.hash, password)))
      return { password, hash: stored.hash };
    const hash = await hashPassword(password);
    await replaceDemoPassword(tx, stored === null ? await matching(hashes) : hashes, hash);
    await storeDemoPassword(tx, { generated, hash });
    return { password, hash };
  });
}

async function matching(hashes: readonly string[]): Promise<string[]> {
  const matches: string[] = [];
  for (const hash of hashes) if (await verifyPassword(hash, OLD_PASSWORD)) matches.push(hash);
  return matches;
}
