/**
 * The server's clock as seen from here. Countdowns and "is it past?" use it, never bare Date.now():
 * a laptop that runs ten minutes late must not lose a hold.
 */
let offsetMs = 0;
let exact = false;

/** A Date header is cut to whole seconds; on average half a second has passed since. */
const HALF_SECOND = 500;

/**
 * Learns from one answer. `instant` is the server's now, ISO 8601 (exact) or a Date header (whole seconds);
 * the two local times bracket the call. A header never overrides an exact time that it agrees with.
 */
export function observeServerTime(instant: string, sentAt: number, receivedAt: number): void {
  const server = Date.parse(instant);
  if (Number.isNaN(server)) return;
  const precise = instant.endsWith('Z');
  const seen = server + (precise ? 0 : HALF_SECOND) - (sentAt + receivedAt) / 2;
  if (!precise && exact && Math.abs(seen - offsetMs) < 1500) return;
  offsetMs = seen;
  exact = precise;
}

/** The server's now in milliseconds since the epoch. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}
