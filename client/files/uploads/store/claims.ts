import type { UploadClaims } from './ports.ts';

const PREFIX = 'talkback.upload.';

/** Releases each key that this window holds. */
const held = new Map<string, () => void>();

/**
 * Claims as the browser's locks, which end with their window. Without locks (a page without TLS) each window
 * knows only its own.
 */
export const claims: UploadClaims = {
  set(keys) {
    for (const [key, release] of held) {
      if (keys.has(key)) continue;
      held.delete(key);
      release();
    }
    for (const key of keys) if (!held.has(key)) acquire(key);
  },
  async taken() {
    const { held: locks = [] } = (await lockManager()?.query()) ?? {};
    return new Set(
      locks.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])),
    );
  },
};

function acquire(key: string): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  held.set(key, resolve);
  lockManager()
    ?.request(PREFIX + key, { ifAvailable: true }, () => promise)
    .catch(() => undefined);
}

/** TypeScript declares as present what only secure pages have. */
function lockManager(): LockManager | undefined {
  return (navigator as { readonly locks?: LockManager }).locks;
}
