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

/** What the server said of a download; null without limits. */
type Answer = { readonly state: DownloadVisibility['state']; readonly until: string | null } | null;

/** Whether the client may download at `now`, from an earlier answer of the server; unlimited without one. */
export function downloadAt(download: Answer, now: Temporal.Instant): DownloadVisibility {
  if (download === null) return { state: 'offered', until: null };
  const until = download.until === null ? null : Temporal.Instant.from(download.until);
  const isOver = until !== null && Temporal.Instant.compare(now, until) >= 0;
  // When it expires then, the next answer says.
  if (download.state === 'processing' && isOver) return { state: 'offered', until: null };
  return { state: download.state === 'offered' && isOver ? 'expired' : download.state, until };
}

/** Why the client cannot download now, from the server's last answer at a later `now`; null when they can. */
export function blockedDownload(
  download: Answer,
  now: Temporal.Instant,
): { readonly state: 'processing' | 'expired'; readonly until: Temporal.Instant | null } | null {
  const { state, until } = downloadAt(download, now);
  return state === 'offered' ? null : { state, until };
}
