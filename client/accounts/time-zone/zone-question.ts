/** Per browser, so a logout does not clear it (docs/product/accounts.md#time-zone-question). */
const KEY = 'timezone-asked';
/** Fallback if storage is unavailable: nobody is asked twice on one visit. */
let answered: string | null = null;

/** The browser's zone, and when it was read: reading it is slow, and screens ask each time they are drawn. */
let known: { readonly zone: string; readonly at: number } | null = null;
const KEPT_MS = 60_000;

/** The browser's time zone, at most a minute old. */
export function browserZone(): string {
  const at = performance.now();
  if (known === null || at - known.at > KEPT_MS)
    known = { zone: new Intl.DateTimeFormat().resolvedOptions().timeZone, at };
  return known.zone;
}

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
