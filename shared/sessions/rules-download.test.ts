import { describe, expect, test } from 'vitest';
import { downloadAt, downloadVisibility, blockedDownload } from './rules-download.ts';

describe('client download visibility', () => {
  const start = Temporal.Instant.from('2026-03-01T10:00:00Z');
  const at = (
    now: string,
    more: { status?: string; hasLimitations?: boolean; membershipEnd?: string } = {},
  ): [string, string | undefined] => {
    const seen = downloadVisibility({
      status: more.status ?? 'partner_deliverables_ready',
      hasLimitations: more.hasLimitations ?? true,
      start,
      membershipEnd: more.membershipEnd === undefined ? null : Temporal.Instant.from(more.membershipEnd),
      limitations: { express_files_delivery_time: 1440, files_expiration_time: 30 },
      now: Temporal.Instant.from(now),
    });
    return [seen.state, seen.until?.toString()];
  };

  test("'Processing' until start plus express_files_delivery_time minutes", () => {
    expect(at('2026-03-02T09:59:59.999Z')).toEqual(['processing', '2026-03-02T10:00:00Z']);
    expect(at('2026-03-02T10:00:00Z')).toEqual(['offered', '2026-03-31T10:00:00Z']);
  });

  test("'Files expired' after start plus files_expiration_time days", () => {
    expect(at('2026-03-31T10:00:00Z')).toEqual(['offered', '2026-03-31T10:00:00Z']);
    expect(at('2026-03-31T10:00:00.001Z')).toEqual(['expired', '2026-03-31T10:00:00Z']);
  });

  test('expiry counts from the later of the start and the end of the membership', () => {
    expect(at('2026-05-01T00:00:00Z', { membershipEnd: '2026-04-20T00:00:00Z' })).toEqual([
      'offered',
      '2026-05-20T00:00:00Z',
    ]);
    expect(at('2026-04-01T00:00:00Z', { membershipEnd: '2026-01-01T00:00:00Z' })[0]).toBe('expired');
  });

  test('otherwise download is always offered', () => {
    expect(at('2030-01-01T00:00:00Z', { hasLimitations: false })).toEqual(['offered', undefined]);
    expect(at('2026-03-01T10:00:00Z', { status: 'partner_upload_required' })).toEqual(['offered', undefined]);
  });
});

describe('what the server said of a download, at a later time', () => {
  const UNTIL = '2026-03-02T10:00:00Z';
  const before = Temporal.Instant.from('2026-03-02T09:59:59.999Z');
  const at = Temporal.Instant.from(UNTIL);

  test('without limits nothing holds it', () => {
    expect(blockedDownload(null, at)).toBeNull();
    expect(blockedDownload({ state: 'offered', until: null }, at)).toBeNull();
  });

  test("'processing' ends by itself, and what is offered expires", () => {
    expect(blockedDownload({ state: 'processing', until: UNTIL }, before)).toEqual({
      state: 'processing',
      until: at,
    });
    expect(blockedDownload({ state: 'processing', until: UNTIL }, at)).toBeNull();
    expect(downloadAt({ state: 'processing', until: UNTIL }, at)).toEqual({ state: 'offered', until: null });
    expect(downloadAt({ state: 'offered', until: UNTIL }, before)).toEqual({ state: 'offered', until: at });
    expect(blockedDownload({ state: 'offered', until: UNTIL }, before)).toBeNull();
    expect(blockedDownload({ state: 'offered', until: UNTIL }, at)?.state).toBe('expired');
    expect(blockedDownload({ state: 'expired', until: UNTIL }, before)?.state).toBe('expired');
  });
});
