import type { UploadClaims } from './upload-ports.ts';

const PREFIX = 'talkback.upload.';

/** How this window lets go of each key that it holds. */
const held = new Map<string, () => void>();

/**
 * Claims as locks of the browser, which end with their window, however it ends. Where there are none (a page without TLS) each
 * window knows only of itself.
 */
export const claims: UploadClaims = {
  keep(keys) {
    for (const [key, release] of held) {
      if (keys.has(key)) continue;
      held.delete(key);
      release();
    }
    for (const key of keys) if (!held.has(key)) hold(key);
  },
  async taken() {
    const { held: locks = [] } = (await locksHere()?.query()) ?? {};
    return new Set(
      locks.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])),
    );
  },
};

function hold(key: string): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  held.set(key, resolve);
  locksHere()
    ?.request(PREFIX + key, { ifAvailable: true }, () => promise)
    .catch(() => undefined);
}

/** TypeScript takes for granted what browsers give to secure pages only. */
function locksHere(): LockManager | undefined {
  return (navigator as { readonly locks?: LockManager }).locks;
}
