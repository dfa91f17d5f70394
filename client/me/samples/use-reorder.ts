import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { moveTo } from '#shared/catalogue/rules-samples.ts';
import { movedText } from '#shared/catalogue/texts-samples.ts';

/** The events of a row's handle. */
export interface HandleProps {
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

/** What can be ordered. */
interface Titled {
  readonly id: string;
  readonly title: string;
}

/** Orders rows by dragging a handle or by its arrow keys; returns them as they are shown meanwhile. */
export function useReorder<T extends Titled>(
  list: RefObject<HTMLElement | null>,
  items: readonly T[],
  onOrder: (ids: readonly string[]) => void,
) {
  const [drag, setDrag] = useState<{ id: string; ids: readonly string[] } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const present = items.map(({ id }) => id);
  const ids = drag?.ids ?? present;
  const byId = new Map(items.map((item) => [item.id, item]));
  const shown = ids.flatMap((id) => byId.get(id) ?? []);
  const focused = useFocusKept(list);

  const commit = ({ id, title }: Titled, order: readonly string[]) => {
    setDrag(null);
    if (order.join() === present.join()) return;
    setAnnouncement(movedText(title, order.indexOf(id) + 1, order.length));
    onOrder(order);
  };

  /** The place of the row that a pointer is over. */
  const placeAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])].slice(0, ids.length);
    const at = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
    return at === -1 ? ids.length - 1 : at;
  };

  const handleOf = (sample: Titled): HandleProps => ({
    onKeyDown(event) {
      const at = ids.indexOf(sample.id);
      const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: ids.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      focused.current = sample.id;
      commit(sample, moveTo(ids, sample.id, to));
    },
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ id: sample.id, ids });
    },
    onPointerMove({ clientY }) {
      if (drag?.id === sample.id) setDrag({ id: sample.id, ids: moveTo(ids, sample.id, placeAt(clientY)) });
    },
    onPointerUp: () => drag?.id === sample.id && commit(sample, drag.ids),
    onPointerCancel: () => setDrag(null),
  });

  return { items: shown, handleOf, announcement, draggedId: drag?.id ?? null };
}

/** Gives the focus back to a handle whose row was moved: browsers take it from what is moved. */
function useFocusKept(list: RefObject<HTMLElement | null>) {
  const focused = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>(`[data-handle="${focused.current}"]`)?.focus();
    focused.current = null;
  });
  return focused;
}
