import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { searchConsole } from '#shared/operator/calls.ts';
import { SEARCH_MAX, type Searched } from '#shared/operator/rules-search.ts';
import { call } from '../../lib/api.ts';

const REST_MS = 150;

/** The text as it was when the typing last rested. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** What fits a typed text, once the typing rests; the former results stay meanwhile. */
export function useFound(text: string, of: Searched = 'everything') {
  const typed = text.trim().slice(0, SEARCH_MAX);
  const q = useRested(typed);
  const query = useQuery({
    queryKey: ['operator', 'search', { q, of }],
    queryFn: ({ signal }) => call(searchConsole, { query: { q, of } }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const isSearching =
    typed !== q || (query.isFetching && (query.isPlaceholderData || query.data === undefined));
  return { found: typed === '' || q === '' ? undefined : query.data, error: query.error, isSearching };
}
