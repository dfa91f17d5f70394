/** The browser's own time zone and whether its person was asked about it; per browser, so signing out does not forget it. */
const KEY = 'timezone-asked';
/** What a closed storage cannot keep lives as long as the page: nobody is asked twice on one visit. */
let answered: string | null = null;

/** The zone that the browser guesses. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The browser's zone when it was last answered for; null before that. */
export function answeredZone(): string | null {
  try {
    return localStorage.getItem(KEY) ?? answered;
  } catch {
    return answered;
  }
}

/** The browser's zone needs no answer any more, until it is another one. */
export function answerZone(): void {
  answered = browserZone();
  try {
    localStorage.setItem(KEY, answered);
  } catch {
    // Kept above.
  }
}
