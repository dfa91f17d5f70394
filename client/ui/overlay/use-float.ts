import { useEffect, useLayoutEffect, type RefObject } from 'react';

/** Distance to the window's lower edge, in pixels, at which a footer counts as at the bottom. */
const NEAR_PX = 60;

/**
 * Puts an element in the browser's top layer, scrollable and above the open layer's footer. Sets `--float-footer`
 * to that footer's height, and on the page `--float-height`, or another property, to its own.
 */
export function useFloat(
  root: RefObject<HTMLElement | null>,
  layer: HTMLElement | null,
  property = '--float-height',
): void {
  useLayoutEffect(() => {
    root.current?.showPopover();
  }, [root]);

  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    // The scroll lock listens at the document.
    const stopPropagation = (event: Event) => event.stopPropagation();
    element.addEventListener('wheel', stopPropagation, { passive: true });
    element.addEventListener('touchmove', stopPropagation, { passive: true });
    const page = document.documentElement;
    const size = new ResizeObserver(() => {
      page.style.setProperty(property, `${element.offsetHeight + 12}px`);
    });
    size.observe(element);
    return () => {
      size.disconnect();
      page.style.removeProperty(property);
      element.removeEventListener('wheel', stopPropagation);
      element.removeEventListener('touchmove', stopPropagation);
    };
  }, [root, property]);

  useEffect(() => {
    const element = root.current;
    if (element === null || layer === null) return undefined;
    const measure = () => {
      const footer = layer.querySelector('[data-layer-footer]')?.getBoundingClientRect();
      const isAtBottom = footer !== undefined && innerHeight - footer.bottom < NEAR_PX;
      element.style.setProperty(
        '--float-footer',
        isAtBottom ? `${Math.round(innerHeight - footer.top)}px` : '0px',
      );
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
  }, [root, layer]);
}
