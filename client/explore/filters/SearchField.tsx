import { useEffect, useRef, useState } from 'react';
import { FILTERS } from '#shared/explore/texts.ts';
import { SearchBox } from '../../ui/form/SearchBox.tsx';
import type { Filters } from './use-filters.ts';

const DEBOUNCE_MS = 250;

/** The search over all musicians. '/' focuses it; the address follows the typing without new steps in the history. */
export function SearchField({ filters }: { readonly filters: Filters }) {
  const { search, change } = filters;
  const [typed, setTyped] = useState<string | null>(null);
  const box = useRef<HTMLElement>(null);
  const latest = useRef(change);
  useEffect(() => {
    latest.current = change;
  });
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(() => {
      latest.current({ q: typed.trim() === '' ? undefined : typed.slice(0, 100) }, { replace: true });
      setTyped(null);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      box.current?.querySelector('input')?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <search ref={box}>
      <SearchBox
        label={FILTERS.search}
        placeholder={FILTERS.searchHint}
        value={typed ?? search.q ?? ''}
        onChange={setTyped}
      />
    </search>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
