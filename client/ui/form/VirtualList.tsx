import { Combobox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { Choice } from './find-choices.ts';
import classes from './VirtualSelectField.module.css';

interface VirtualListProps {
  /** The list's element id is `<id>-list`, a row's `<id>-<index>`. */
  readonly id: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  /** Index of the row that Enter chooses, or -1. */
  readonly active: number;
  readonly isChosen: (choice: Choice) => boolean;
}

/** docs/product/ui.md#lists */
const ROW_PX = 35;
const HEIGHT_PX = 280;

/** A virtual list; only visible rows are rendered. Focus stays in the field beside it. */
export function VirtualList({ id, label, choices, active, isChosen }: VirtualListProps) {
  const box = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized
  const rows = useVirtualizer({
    count: choices.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
    initialRect: { width: 320, height: HEIGHT_PX },
  });
  useEffect(() => {
    if (active >= 0) rows.scrollToIndex(active, { align: 'auto' });
  }, [rows, active, choices]);

  return (
    <Combobox.Options ref={box} id={`${id}-list`} aria-label={label} className={classes.list} tabIndex={-1}>
      {choices.length === 0 && <Combobox.Empty>Nothing found</Combobox.Empty>}
      <div className={classes.rows} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const choice = choices[index];
          return (
            choice && (
              <Combobox.Option
                key={choice.value}
                id={`${id}-${index}`}
                value={choice.value}
                selected={index === active}
                aria-selected={isChosen(choice)}
                aria-setsize={choices.length}
                aria-posinset={index + 1}
                className={classes.row ?? ''}
                style={{ height: ROW_PX, translate: `0 ${start}px` }}
              >
                {choice.label}
              </Combobox.Option>
            )
          );
        })}
      </div>
    </Combobox.Options>
  );
}
