import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Maximum distance from the bottom that counts as there. */
const THRESHOLD_PX = 48;

/**
 * Keeps a growing list scrolled to the bottom unless its reader has scrolled up. `ref` is the list, inside a scroll
 * container.
 */
export function useStickToBottom(ref: RefObject<HTMLElement | null>) {
  const [isAtBottom, setIsAtBottom] = useState(true);
  const stuck = useRef(true);

  const scrollToBottom = useCallback(() => {
    const scroller = scrollParentOf(ref.current);
    stuck.current = true;
    setIsAtBottom(true);
    if (scroller !== null) scroller.scrollTop = scroller.scrollHeight;
  }, [ref]);

  useEffect(() => {
    const content = ref.current;
    const scroller = scrollParentOf(content);
    if (content === null || scroller === null) return undefined;
    let lastTop = scroller.scrollTop;
    const onScroll = () => {
      const near = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < THRESHOLD_PX;
      // Growth moves the bottom away without scrolling; only scrolling up unsticks.
      if (near || scroller.scrollTop < lastTop) stuck.current = near;
      lastTop = scroller.scrollTop;
      setIsAtBottom(stuck.current);
    };
    const onResize = () => {
      if (stuck.current) scroller.scrollTop = scroller.scrollHeight;
    };
    const observer = new ResizeObserver(onResize);
    observer.observe(content);
    observer.observe(scroller);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', onScroll);
      // The next content of this container starts at its top.
      scroller.scrollTop = 0;
    };
  }, [ref]);

  return { isAtBottom, scrollToBottom };
}

function scrollParentOf(element: HTMLElement | null): HTMLElement | null {
  for (let scroller = element?.parentElement ?? null; scroller !== null; scroller = scroller.parentElement) {
    if (/^(?:auto|scroll)$/.test(getComputedStyle(scroller).overflowY)) return scroller;
  }
  return null;
}
