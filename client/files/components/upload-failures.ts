import type { UploadFailure } from './upload-ports.ts';

/**
 * What a failed request means: the way is `away` (go on by itself when it is back), the link was `over` (sign another), the
 * upload is `gone` (begin it anew), or somebody refused.
 */
type Meaning = 'away' | 'over' | 'gone' | 'refused';

/** Timeouts, too many calls, and what a proxy says while the studio behind it restarts. */
const AWAY: ReadonlySet<number | null> = new Set([null, 0, 408, 425, 429, 502, 503, 504]);

/** What a failure means for an upload. A full disk (507) is a refusal: waiting does not empty it. */
export function meaningOf({ status, words }: UploadFailure): Meaning {
  if (AWAY.has(status)) return 'away';
  // 412: a link never replaces what it has put, and these are other bytes by now.
  if (status === 404 || (words === null && status === 412)) return 'gone';
  if (words === null && status === 403) return 'over';
  return 'refused';
}

/** The words for a refusal of storage itself; null where 'Failed' says it all. */
export function wordsOfStorage({ status, words }: UploadFailure): string | null {
  if (words !== null) return words;
  if (status === 507)
    return "The studio's storage is full. Your files are safe with you; please try again later.";
  return null;
}
