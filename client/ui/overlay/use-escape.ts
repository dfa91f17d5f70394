import { useEffect, useEffectEvent } from 'react';

/** What Escape closes, the topmost last. */
const layers: (() => void)[] = [];

/**
 * Escape closes the topmost open layer and no other, however many lie below it; one that opens while the key is
 * heard waits for the next press. An open list inside a layer takes the key first (Mantine marks its field).
 */
export function useEscape(opened: boolean, onEscape: () => void): void {
  const close = useEffectEvent(onEscape);
  useEffect(() => {
    if (!opened) return undefined;
    const layer = () => close();
    if (layers.push(layer) === 1) window.addEventListener('keydown', hear, { capture: true });
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) window.removeEventListener('keydown', hear, { capture: true });
    };
  }, [opened]);
}

function hear(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  if (
    event.target instanceof Element &&
    event.target.getAttribute('data-mantine-stop-propagation') === 'true'
  )
    return;
  layers.at(-1)?.();
}
