/** Estimate of the server's clock. Countdowns use it instead of Date.now(): a slow clock must not lose a hold. */
let offsetMs = 0;
let exact = false;
/** Whether the estimate comes from a call that was not long. */
let known = false;

/** A Date header is cut to whole seconds: half a second has passed on average. */
const HALF_SECOND = 500;
/** Longer calls, such as over a device's sleep, are ignored once a better estimate exists. */
const LONGEST_CALL_MS = 10_000;

/**
 * Updates the estimate. `instant` is the server's now, ISO 8601 (exact) or a Date header; the two local times bracket
 * the call.
 */
export function observeServerTime(instant: string, sentAt: number, receivedAt: number): void {
  const server = Date.parse(instant);
  if (Number.isNaN(server)) return;
  const isLong = receivedAt - sentAt > LONGEST_CALL_MS;
  if (known && isLong) return;
  known = !isLong;
  const precise = instant.endsWith('Z');
  const estimate = server + (precise ? 0 : HALF_SECOND) - (sentAt + receivedAt) / 2;
  if (!precise && exact && Math.abs(estimate - offsetMs) < 1500) return;
  offsetMs = estimate;
  exact = precise;
}

/** The server's now in milliseconds since the epoch. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

let zone: { readonly name: string; readonly readAt: number } | null = null;
/** Screens ask each time they are drawn, and where `Temporal` is a polyfill reading it is slow. */
const ZONE_KEPT_MS = 60_000;

/**
 * The browser's time zone, at most a minute old. Not by `Intl.DateTimeFormat`, whose first use holds up a page for 10 to
 * 25 ms on a desktop.
 */
export function browserZone(): string {
  const at = performance.now();
  if (zone === null || at - zone.readAt > ZONE_KEPT_MS)
    zone = { name: Temporal.Now.timeZoneId(), readAt: at };
  return zone.name;
}
