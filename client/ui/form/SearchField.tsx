import { useEffect, useRef, useState } from 'react';
import { SearchBox } from './SearchBox.tsx';

const DEBOUNCE_MS = 250;
const MAX = 100;

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  /** What is searched for now. */
  readonly value: string;
  /** Called once the typing rests, with at most 100 characters; '' for blanks. */
  readonly onSearch: (text: string) => void;
}

/** A search that follows the typing. '/' focuses it. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const box = useRef<HTMLElement>(null);
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(() => {
      latest.current(typed.trim() === '' ? '' : typed.slice(0, MAX));
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
        label={label}
        {...(placeholder !== undefined && { placeholder })}
        value={typed ?? value}
        onChange={setTyped}
      />
    </search>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
