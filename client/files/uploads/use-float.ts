import { useEffect, useLayoutEffect, type RefObject } from 'react';

/** How near to the window's lower edge a footer is at the bottom. Pixels. */
const NEAR = 60;

/**
 * Puts an element over everything (the browser's top layer), lets its own list scroll while a panel locks the page's, and keeps
 * it above the open layer's footer: `--float-foot` is that footer's height, `--float-height` on the page its own.
 */
export function useFloat(place: RefObject<HTMLElement | null>, layer: HTMLElement | null): void {
  useLayoutEffect(() => {
    place.current?.showPopover();
  }, [place]);

  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    // The lock of the page's scrolling listens at the document.
    const keep = (event: Event) => event.stopPropagation();
    element.addEventListener('wheel', keep, { passive: true });
    element.addEventListener('touchmove', keep, { passive: true });
    const root = document.documentElement;
    const size = new ResizeObserver(() => {
      root.style.setProperty('--float-height', `${element.offsetHeight + 12}px`);
    });
    size.observe(element);
    return () => {
      size.disconnect();
      root.style.removeProperty('--float-height');
      element.removeEventListener('wheel', keep);
      element.removeEventListener('touchmove', keep);
    };
  }, [place]);

  useEffect(() => {
    const element = place.current;
    if (element === null || layer === null) return undefined;
    const measure = () => {
      const foot = layer.querySelector('[data-layer-footer]')?.getBoundingClientRect();
      const isLow = foot !== undefined && innerHeight - foot.bottom < NEAR;
      element.style.setProperty('--float-foot', isLow ? `${Math.round(innerHeight - foot.top)}px` : '0px');
    };
    const size = new ResizeObserver(measure);
    size.observe(layer);
    const parts = new MutationObserver(measure);
    parts.observe(layer, { childList: true });
    layer.addEventListener('animationend', measure);
    measure();
    return () => {
      size.disconnect();
      parts.disconnect();
      layer.removeEventListener('animationend', measure);
    };
  }, [place, layer]);
}
