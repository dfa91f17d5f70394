/** A key of its own for each attempt (decisions 2). Not randomUUID: that one is missing on a plain-http address. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
