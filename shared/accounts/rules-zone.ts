import { Zone } from '../lib/wire.ts';

/**
 * The browser's time zone; UTC for none, an unknown one or a bare offset
 * (docs/product/accounts.md#time-zone).
 */
export function zoneOrUtc(zone: string | null | undefined): string {
  return knownZone(zone) ?? 'UTC';
}

/** The browser's time zone; null for none, an unknown one or a bare offset. */
export function knownZone(zone: string | null | undefined): string | null {
  const known = Zone.safeParse(zone ?? '').success && /^[a-z]/i.test(zone ?? '');
  return known && typeof zone === 'string' ? zone : null;
}
