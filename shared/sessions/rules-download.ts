/** The two limitations on downloads: minutes after the start, and days. */
interface DownloadLimitations {
  readonly express_files_delivery_time: number;
  readonly files_expiration_time: number;
}

/** What limits a client's downloads. */
export interface DownloadTerms {
  readonly hasLimitations: boolean;
  /** When their membership ended; null while it lasts, and without one. */
  readonly membershipEnd: Temporal.Instant | null;
  readonly limitations: DownloadLimitations;
}

/** `until`: when 'processing' ends, when what is offered expires, or when it expired; null without a limit. */
export interface DownloadVisibility {
  readonly state: 'offered' | 'processing' | 'expired';
  readonly until: Temporal.Instant | null;
}

/**
 * Whether a client may download what was delivered (docs/product/files.md#download-limits). Both instants are
 * inclusive.
 */
export function downloadVisibility(
  input: DownloadTerms & {
    readonly status: string;
    readonly start: Temporal.Instant;
    readonly now: Temporal.Instant;
  },
): DownloadVisibility {
  const { start, membershipEnd, limitations, now } = input;
  if (!input.hasLimitations || input.status !== 'partner_deliverables_ready') {
    return { state: 'offered', until: null };
  }
  const ready = start.add({ minutes: limitations.express_files_delivery_time });
  if (Temporal.Instant.compare(now, ready) < 0) return { state: 'processing', until: ready };
  const from = membershipEnd && Temporal.Instant.compare(membershipEnd, start) > 0 ? membershipEnd : start;
  const expiry = from.add({ hours: limitations.files_expiration_time * 24 });
  return { state: Temporal.Instant.compare(now, expiry) > 0 ? 'expired' : 'offered', until: expiry };
}

/** Why the client cannot download now, from the server's last answer at a later `now`; null when they can. */
export function blockedDownload(
  download: { readonly state: DownloadVisibility['state']; readonly until: string | null } | null,
  now: Temporal.Instant,
): { readonly state: 'processing' | 'expired'; readonly until: Temporal.Instant | null } | null {
  if (download === null) return null;
  const until = download.until === null ? null : Temporal.Instant.from(download.until);
  const isOver = until !== null && Temporal.Instant.compare(now, until) >= 0;
  if (download.state === 'processing') return isOver ? null : { state: 'processing', until };
  return download.state === 'expired' || isOver ? { state: 'expired', until } : null;
}
