/** The id of a reference, expanded or not. */
export function idOf(reference: string | { id: string }): string;
export function idOf(reference: string | { id: string } | null | undefined): string | null;
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'object' && reference !== null ? reference.id : (reference ?? null);
}

/** What began a piece of work: a request, or time. */
export interface Cause {
  readonly request: string | null;
  readonly idempotencyKey: string | null;
}

export const BY_TIME: Cause = { request: null, idempotencyKey: null };

/** The customer that an object names. */
export function customerOf(object: object): string | null {
  return 'customer' in object ? idOf(object.customer as string | { id: string } | null) : null;
}

/** The test clock that an object names. */
export function clockOf(object: object): string | null {
  return 'test_clock' in object ? idOf(object.test_clock as string | null) : null;
}

/** The customer of an object of any kind, itself included. */
export const ownerOf = (object: { id: string; object: string }): string | null =>
  object.object === 'customer' ? object.id : customerOf(object);
