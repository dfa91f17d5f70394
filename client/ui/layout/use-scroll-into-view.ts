import { useEffect, useRef, type RefObject } from 'react';

/** The width over which a row with more to its right fades out, in px (Tabs.module.css). */
const FADE = 40;

/** Scrolls a row sideways to its current tab without moving the page; sets `data-more` while it overflows. */
export function useScrollIntoView(row: RefObject<HTMLElement | null>, selector: string): void {
  const shown = useRef<Element | null>(null);
  const isMeasured = useRef(false);
  useEffect(() => {
    const tab = row.current?.querySelector(selector) ?? null;
    // Before the observer's first call, the browser would have to lay out the whole page for the answer.
    if (isMeasured.current && tab !== shown.current) scrollTo(row.current, tab);
    shown.current = tab;
  });
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const updateMore = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      element.toggleAttribute('data-more', scrollLeft + clientWidth < scrollWidth - 1);
    };
    const observer = new ResizeObserver(() => {
      isMeasured.current = true;
      scrollTo(element, element.querySelector(selector));
      updateMore();
    });
    observer.observe(element);
    for (const tab of element.children) observer.observe(tab);
    element.addEventListener('scroll', updateMore, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', updateMore);
    };
  }, [row, selector]);
}

function scrollTo(row: Element | null, tab: Element | null): void {
  if (row === null || tab === null) return;
  const [{ left, right }, visible] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  const [hiddenLeft, hiddenRight] = [visible.left - left, right - visible.right + FADE];
  if (hiddenLeft > 0) row.scrollBy({ left: -hiddenLeft });
  else if (hiddenRight > 0) row.scrollBy({ left: hiddenRight });
}
