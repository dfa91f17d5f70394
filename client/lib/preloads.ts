/** A preload that took longer says little about the server's time. */
const LONGEST_MS = 10_000;

/** Addresses of data that the page itself asked for before its scripts ran; the first call takes that answer. */
const preloads = new Set(
  globalThis.document === undefined
    ? []
    : [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=fetch]')].map(({ href }) => href),
);

/**
 * The local times between which a call was answered; where the page had asked before the call, those of that request.
 * The server's time is estimated by them.
 */
export function answeredBetween(
  address: string,
  sentAt: number,
  receivedAt: number,
): readonly [number, number] {
  if (preloads.size === 0) return [sentAt, receivedAt];
  const { href } = new URL(address, location.href);
  if (!preloads.delete(href)) return [sentAt, receivedAt];
  const [request] = performance.getEntriesByName(href, 'resource') as PerformanceResourceTiming[];
  const age = performance.now() - (request?.requestStart ?? 0);
  if (request === undefined || request.requestStart <= 0 || age < 0 || age > LONGEST_MS)
    return [sentAt, receivedAt];
  const askedAt = Date.now() - age;
  return [askedAt, Math.min(receivedAt, askedAt + request.responseEnd - request.requestStart)];
}

/** When a question asked now may have been asked: with the page, while answers to what that asked for are left. */
export const earliestAsked = (): number => (preloads.size > 0 ? 0 : performance.now());
