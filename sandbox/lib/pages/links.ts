/** An address that a browser may be sent to; null for anything that is none, or that would run as a script. */
export function safeLink(address: string | null | undefined): string | null {
  if (address === null || address === undefined || !URL.canParse(address)) return null;
  const url = new URL(address);
  return ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:'].includes(url.protocol) ? null : url.href;
}

/** An address with more in its query. */
export function withQuery(address: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

/** What a Content-Security-Policy calls the place of an address. */
export function cspSource(address: string): string {
  const { protocol, origin } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? origin : protocol;
}
