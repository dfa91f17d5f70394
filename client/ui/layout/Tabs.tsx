import { useRef, type KeyboardEvent } from 'react';
import classes from './Tabs.module.css';
import { useScrollIntoView } from './use-scroll-into-view.ts';

interface TabsProps<Key extends string> {
  /** Accessible name. */
  readonly label: string;
  readonly tabs: readonly { readonly key: Key; readonly text: string; readonly count?: number }[];
  readonly present: Key;
  readonly onChange: (key: Key) => void;
  /** Id of the tab panel. */
  readonly controls?: string;
}

/** Tabs without an address (role tablist): arrows, Home and End move. */
export function Tabs<Key extends string>({ label, tabs, present, onChange, controls }: TabsProps<Key>) {
  const list = useRef<HTMLDivElement>(null);
  useScrollIntoView(list, '[aria-selected="true"]');

  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === present);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (tab === undefined) return;
    event.preventDefault();
    onChange(tab.key);
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(tab.key)}"]`)?.focus();
  };

  return (
    <div role="tablist" aria-label={label} className={classes.row} ref={list}>
      {tabs.map(({ key, text, count }) => (
        <button
          key={key}
          type="button"
          role="tab"
          data-key={key}
          aria-selected={key === present}
          aria-controls={controls}
          tabIndex={key === present ? 0 : -1}
          className={classes.tab}
          onClick={() => onChange(key)}
          onKeyDown={move}
        >
          {text}
          {count !== undefined && <span className={classes.count}>{count}</span>}
        </button>
      ))}
    </div>
  );
}
