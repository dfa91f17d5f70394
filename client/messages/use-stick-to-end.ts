import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Within so many pixels of the end one is at the end. */
const NEAR = 48;

/**
 * Keeps the view at the end of what grows, as long as its reader is there; whoever has scrolled up stays where they
 * are. Put `ref` on the growing element, inside something that scrolls.
 */
export function useEnd(ref: RefObject<HTMLElement | null>) {
  const [atEnd, setAtEnd] = useState(true);
  const there = useRef(true);

  const toEnd = useCallback(() => {
    const box = scrollBoxOf(ref.current);
    there.current = true;
    setAtEnd(true);
    if (box !== null) box.scrollTop = box.scrollHeight;
  }, [ref]);

  useEffect(() => {
    const grows = ref.current;
    const box = scrollBoxOf(grows);
    if (grows === null || box === null) return undefined;
    let before = box.scrollTop;
    const look = () => {
      const near = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
      // Only who moves up leaves the end: what has grown since our own step down is no such move.
      if (near || box.scrollTop < before) there.current = near;
      before = box.scrollTop;
      setAtEnd(there.current);
    };
    const stay = () => {
      if (there.current) box.scrollTop = box.scrollHeight;
    };
    const sizes = new ResizeObserver(stay);
    sizes.observe(grows);
    sizes.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', look);
      // What is shown here next begins at its beginning.
      box.scrollTop = 0;
    };
  }, [ref]);

  return { atEnd, toEnd };
}

function scrollBoxOf(element: HTMLElement | null): HTMLElement | null {
  for (let box = element?.parentElement ?? null; box !== null; box = box.parentElement) {
    if (/^(?:auto|scroll)$/.test(getComputedStyle(box).overflowY)) return box;
  }
  return null;
}
