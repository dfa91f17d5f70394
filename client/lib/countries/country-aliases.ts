import { countries, type TCountryCode } from 'countries-list';

const KNOWN: Readonly<Partial<Record<string, (typeof countries)[TCountryCode]>>> = countries;

/** Other names of a country: former, short and native names, and its code. */
export function aliasesOf(code: string): readonly string[] {
  const known = KNOWN[code];
  if (known === undefined) return [code];
  const { name, native } = known;
  return [name, native, ...('alias' in known ? known.alias : []), code];
}
