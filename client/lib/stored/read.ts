/** An object's values by name; null for anything else. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** The text; '' for anything else. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The text; null for anything else. */
export const asTextOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The list if `is` holds for each of its items; an empty one for anything else. */
export function asListOf<T>(value: unknown, is: (item: unknown) => item is T): T[] {
  return Array.isArray(value) && value.every(is) ? [...value] : [];
}

/** Whether it is a text. */
export const isText = (value: unknown): value is string => typeof value === 'string';

/** Parses stored JSON; null where it is missing or broken. */
export function parseStored(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
}
