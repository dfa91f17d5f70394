import { useEffect, useEffectEvent } from 'react';

/** Close callbacks, the topmost last. */
const layers: (() => void)[] = [];

/**
 * Closes the topmost layer on Escape (docs/product/ui.md#keyboard). An open list inside a layer takes the key first
 * (marked by Mantine).
 */
export function useEscape(opened: boolean, onEscape: () => void): void {
  const close = useEffectEvent(onEscape);
  useEffect(() => {
    if (!opened) return undefined;
    const layer = () => close();
    if (layers.push(layer) === 1) window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) window.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [opened]);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  if (
    event.target instanceof Element &&
    event.target.getAttribute('data-mantine-stop-propagation') === 'true'
  )
    return;
  layers.at(-1)?.();
}
