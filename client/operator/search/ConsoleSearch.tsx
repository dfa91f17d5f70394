import { useEffect, useState } from 'react';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import classes from './ConsoleSearch.module.css';

const load = async () => (await import('./SearchPalette.tsx')).SearchPalette;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** The button of the search; Ctrl K or ⌘K opens it from everywhere, '/' where the screen has no search of its own. */
export function ConsoleSearch() {
  // Null while it is closed.
  const [text, setText] = useState<string | null>(null);
  const isOpen = text !== null;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      // What is typed while the search is still being loaded belongs to it.
      if (isOpen && isLetter && document.querySelector('[role="dialog"]') === null) {
        event.preventDefault();
        setText((before) => (before ?? '') + event.key);
        return;
      }
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
      if (document.querySelector('[role="dialog"]') === null) setText('');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen]);
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setText('')}
      >
        Search <kbd>{isMac() ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {text !== null && (
        <LazyComponent load={load} enabled props={{ text, onText: setText, onClose: () => setText(null) }} />
      )}
    </>
  );
}
