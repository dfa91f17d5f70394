/** The console's sessions, filtered; not among `paths`, which every front loads. */
export function sessionsPath(filter: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(filter).toString();
  return query === '' ? '/sessions' : `/sessions?${query}`;
}
