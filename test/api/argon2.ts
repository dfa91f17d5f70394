import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, vi, type Mock } from 'vitest';

/** Counts the keys that are derived while a test file runs, by whoever imports argon2, and derives them all the same. */
export function spyOnArgon2(): Mock<typeof crypto.argon2> {
  const spy = vi.spyOn(crypto, 'argon2');
  syncBuiltinESMExports();
  afterAll(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return spy;
}
