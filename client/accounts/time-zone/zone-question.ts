import { browserZone } from '../../lib/clock.ts';

/** Per browser, so a logout does not clear it (docs/product/accounts.md#time-zone-question). */
const KEY = 'timezone-asked';
/** Fallback if storage is unavailable: nobody is asked twice on one visit. */
let answered: string | null = null;

/** The browser's zone when the question was last answered; null before. */
export function answeredZone(): string | null {
  try {
    return localStorage.getItem(KEY) ?? answered;
  } catch {
    return answered;
  }
}

/** Marks the browser's present zone as answered. */
export function answerZone(): void {
  answered = browserZone();
  try {
    localStorage.setItem(KEY, answered);
  } catch {
    // The fallback above holds it.
  }
}
