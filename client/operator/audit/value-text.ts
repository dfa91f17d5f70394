import { formatUsdExact } from '#shared/lib/money.ts';
import { formatUpdatedAt } from '#shared/lib/time.ts';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/;

/** A value of the audit log as text: instants in the zone, cents as dollars; null where there is none. */
export function valueText(name: string, value: unknown, zone: string): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return name.endsWith('_cents') ? formatUsdExact(value) : String(value);
  if (typeof value === 'string')
    return INSTANT.test(value) ? formatUpdatedAt(Temporal.Instant.from(value), zone) : value;
  // Objects are taken apart, unless they are empty.
  return Array.isArray(value) && value.length > 0 ? value.join(', ') : null;
}

/** A value's name in words: `starts_at` is "Starts at"; the path into a document stays a path. */
export function nameText(name: string): string {
  if (name.includes('.')) return name;
  const words = name
    .replace(/_cents$/, '')
    .replaceAll('_', ' ')
    .replace(/\bvat\b/, 'VAT');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
