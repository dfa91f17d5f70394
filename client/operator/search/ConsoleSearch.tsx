import { useEffect, useState } from 'react';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import classes from './ConsoleSearch.module.css';

const load = async () => (await import('./SearchPalette.tsx')).SearchPalette;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** The button of the search; Ctrl K or ⌘K opens it from everywhere, '/' where the screen has no search of its own. */
export function ConsoleSearch() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isChord = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      const isSlash =
        event.key === '/' &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.altKey &&
        !isTyping(event.target) &&
        document.querySelector('main search input[type=search]') === null;
      if (!isChord && !isSlash) return;
      event.preventDefault();
      if (document.querySelector('[role="dialog"]') === null) setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        Search <kbd>{isMac() ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && <LazyComponent load={load} enabled props={{ onClose: () => setOpen(false) }} />}
    </>
  );
}
