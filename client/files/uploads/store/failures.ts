import type { UploadFailure } from './ports.ts';

/**
 * What a failed request means: `away`, retry later; `expired`, sign another link; `gone`, begin the upload
 * anew; or `refused`.
 */
export type FailureKind = 'away' | 'expired' | 'gone' | 'refused';

/** Timeouts, too many calls, and what a proxy returns while the server behind it restarts. */
const UNAVAILABLE: ReadonlySet<number | null> = new Set([null, 0, 408, 425, 429, 502, 503, 504]);

/**
 * What a failure means for an upload (docs/product/files.md#when-the-connection-breaks). A full disk (507) is a
 * refusal: waiting does not help.
 */
export function classifyFailure({ status, message }: UploadFailure): FailureKind {
  if (UNAVAILABLE.has(status)) return 'away';
  if (status === 404) return 'gone';
  if (message === null && status === 403) return 'expired';
  return 'refused';
}

/** The message for a refusal by storage itself; null where 'Failed' says it all. */
export function errorMessage({ status, message }: UploadFailure): string | null {
  if (message !== null) return message;
  if (status === 507)
    return "The studio's storage is full. Your files are safe with you; please try again later.";
  return null;
}
