import { useEffect, type RefObject } from 'react';

/** Scrolls a row sideways to its current tab without moving the page; sets `data-more` while it overflows. */
export function useScrollIntoView(row: RefObject<HTMLElement | null>, selector: string): void {
  useEffect(() => {
    const tab = row.current?.querySelector(selector)?.getBoundingClientRect();
    const visible = row.current?.getBoundingClientRect();
    if (tab === undefined || visible === undefined) return;
    const [hiddenLeft, hiddenRight] = [visible.left - tab.left, tab.right - visible.right];
    row.current?.scrollBy({ left: hiddenLeft > 0 ? -hiddenLeft : Math.max(0, hiddenRight) });
  });
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const updateMore = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      element.toggleAttribute('data-more', scrollLeft + clientWidth < scrollWidth - 1);
    };
    const observer = new ResizeObserver(updateMore);
    observer.observe(element);
    for (const tab of element.children) observer.observe(tab);
    element.addEventListener('scroll', updateMore, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', updateMore);
    };
  }, [row]);
}
