import { vi } from 'vitest';
import { getStudio } from '#shared/content/contract.ts';
import type { FlagName } from '#shared/content/rules.ts';
import { setFlag, unsetFlag } from '#server/content/service.ts';
import type { TestApp } from '../api/app.ts';

/** Longer than a process uses what it has read of flags and documents. */
const OLD_MS = 2001;

/** How far ahead readings of this worker were made. An application may be used by several of its files. */
let aheadMs = 0;

/** Does the work once all that was read of flags and documents is too old to be used. */
export async function whenReadingsAreOld<T>(work: () => Promise<T>): Promise<T> {
  aheadMs += OLD_MS;
  const elapsed = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + aheadMs);
  try {
    return await work();
  } finally {
    elapsed.mockRestore();
  }
}

/** The flags as the application has them after another process may have changed them; it follows them from now on. */
export const readFlagsAnew = (app: TestApp): Promise<Readonly<Record<string, boolean>>> =>
  whenReadingsAreOld(async () => (await app.call(getStudio, {})).body.studio.flags);

/** Sets flags, null: to what is shipped; the application follows at once. */
export async function setFlags(
  app: TestApp,
  flags: Partial<Readonly<Record<FlagName, boolean | null>>>,
): Promise<void> {
  for (const [name, value] of Object.entries(flags))
    await (value === null ? unsetFlag(app.ctx(), name) : setFlag(app.ctx(), name, value));
  await readFlagsAnew(app);
}
