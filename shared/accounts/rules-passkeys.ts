/** How many passkeys a person may have; nobody needs as many. */
export const MAX_PASSKEYS = 20;
/** Length of a passkey's name. */
export const PASSKEY_NAME_MAX = 60;
/** How long a browser and its owner may take to answer. */
export const PASSKEY_SECONDS = 300;

/** Signature algorithms that are taken, by their COSE numbers: Ed25519, ES256, RS256 (docs/product/accounts.md#passkeys). */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const;

/** How a browser may reach an authenticator; others that it names are dropped. */
export const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/**
 * The name of the site that passkeys are made for: the host of an origin. Null where the standard knows none, at an IP
 * address (docs/product/accounts.md#passkeys).
 */
export function passkeySite(origin: string): string | null {
  const { hostname } = new URL(origin);
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return isAddress ? null : hostname;
}

/** A passkey's name as it is stored; null for a bad one. */
export function readPasskeyName(text: string): string | null {
  const name = text.trim().replace(/\s+/g, ' ');
  return name === '' || name.length > PASSKEY_NAME_MAX ? null : name;
}

/** What a new passkey is called: 'Passkey', or 'Passkey 2' where that name is taken, and so on. */
export function freePasskeyName(taken: readonly string[]): string {
  const names = Array.from({ length: taken.length + 1 }, (_, n) =>
    n === 0 ? 'Passkey' : `Passkey ${n + 1}`,
  );
  return names.find((name) => !taken.includes(name)) ?? 'Passkey';
}
