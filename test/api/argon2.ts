import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, vi, type Mock } from 'vitest';

/** Counts argon2 derivations of a test file, without replacing them. */
export function spyOnArgon2(): Mock<typeof crypto.argon2> {
  const spy = vi.spyOn(crypto, 'argon2');
  syncBuiltinESMExports();
  afterAll(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return spy;
}
