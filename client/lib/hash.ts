/** A parsed hash: tab ('' for none) and values. */
export interface Hash {
  readonly tab: string;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Parses `#tab[&key=value]`, `#tab?key=value` or `#key=value`, with or without '#' (docs/product/ui.md#hash). A key
 * without a value is 'true'.
 */
export function parseHash(hash: string): Hash {
  const [, tab = '', rest = ''] = /^#?(?:([^&?=]*)(?=$|[&?]))?[&?]*(.*)$/s.exec(hash) ?? [];
  const values = [...new URLSearchParams(rest.replaceAll('?', '&'))].filter(([key]) => key !== '');
  return { tab, values: Object.fromEntries(values.map(([key, value]) => [key, value || 'true'])) };
}
