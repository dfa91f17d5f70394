import { vi } from 'vitest';
import { getStudio } from '#shared/content/contract.ts';
import { setFlag } from '#server/content/service.ts';
import type { TestApp } from '../api/app.ts';

/** Sets whether musicians' pages are public; the application follows at once. */
export function showPages(app: TestApp): (isPublic: boolean) => Promise<void> {
  let later = 0;
  return async (isPublic) => {
    await setFlag(app.ctx(), 'public-musician-pages', isPublic);
    // The flags that were read are old by then.
    later += 2001;
    const reading = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + later);
    await app.call(getStudio, {});
    reading.mockRestore();
  };
}
