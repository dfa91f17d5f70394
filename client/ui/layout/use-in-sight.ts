import { useEffect, type RefObject } from 'react';

/** Scrolls a row sideways to its current tab without moving the page; sets `data-more` while it overflows. */
export function useInSight(row: RefObject<HTMLElement | null>, selector: string): void {
  useEffect(() => {
    const present = row.current?.querySelector(selector)?.getBoundingClientRect();
    const seen = row.current?.getBoundingClientRect();
    if (present === undefined || seen === undefined) return;
    const [before, behind] = [seen.left - present.left, present.right - seen.right];
    row.current?.scrollBy({ left: before > 0 ? -before : Math.max(0, behind) });
  });
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const mark = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      element.toggleAttribute('data-more', scrollLeft + clientWidth < scrollWidth - 1);
    };
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    for (const tab of element.children) observer.observe(tab);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, [row]);
}
