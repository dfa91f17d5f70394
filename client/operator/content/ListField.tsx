import { useEffect, useRef, useState, type ComponentType } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import classes from './DocumentForm.module.css';
import { useDocumentForm, type FieldProps } from './form-context.ts';
import { asList, emptied, emptyOf, errorAt, moved, pathBelow } from './form-value.ts';
import { ListItem } from './ListItem.tsx';

interface ListFieldProps extends FieldProps {
  /** Shows an item; the two need each other. */
  readonly Field: ComponentType<FieldProps>;
}

/** A list whose items are added, moved and removed. */
export function ListField({ field, path, label, value, Field }: ListFieldProps) {
  const { form, errors, change } = useDocumentForm();
  const add = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const toFocus = useRef<{ readonly at: number; readonly what: string } | null>(null);
  const items = asList(value);
  const { keys, added, putKeys, newKey } = useKeys(items.length);
  useEffect(() => {
    if (toFocus.current === null) return;
    const { at, what } = toFocus.current;
    toFocus.current = null;
    const within = list.current?.children[at];
    (within?.querySelector<HTMLElement>(what) ?? within?.querySelector<HTMLElement>('[data-move]'))?.focus();
  });
  const item = form.find((one) => one.path === `${field.path}.*`);
  if (item === undefined) return null;
  const error = errorAt(errors, path);
  const set = (next: readonly unknown[], nextKeys: readonly number[]) => {
    putKeys(nextKeys);
    change(path, next.length === 0 ? emptied(field.empty, []) : next);
  };
  const move = (from: number, to: number) => {
    toFocus.current = { at: to, what: `[data-move='${to < from ? 'up' : 'down'}']` };
    set(moved(items, from, to), moved(keys, from, to));
  };
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {error !== null && <p className={classes.error}>{error}</p>}
      {items.length > 0 && (
        <ol ref={list} className={classes.items}>
          {items.map((one, at) => (
            <ListItem
              key={keys[at]}
              item={item}
              path={pathBelow(path, at)}
              name={`${label} ${at + 1}`}
              value={one}
              isNew={keys[at] === added}
              isLast={at === items.length - 1}
              Field={Field}
              onMove={(by) => move(at, at + by)}
              onRemove={() => {
                set(without(items, at), without(keys, at));
                add.current?.focus();
              }}
            />
          ))}
        </ol>
      )}
      <Button
        ref={add}
        kind="plain"
        aria-label={`Add to ${label}`}
        className={classes.add}
        onClick={() => {
          toFocus.current = { at: items.length, what: 'input, textarea' };
          set([...items, emptyOf(form, item)], [...keys, newKey()]);
        }}
      >
        Add
      </Button>
    </fieldset>
  );
}

const without = <T,>(all: readonly T[], at: number): readonly T[] => all.filter((_, other) => other !== at);

/** Items have no identity of their own; by their keys they stay open and keep the focus when they are moved. */
function useKeys(count: number) {
  const [last, setLast] = useState(count);
  const [added, setAdded] = useState<number | null>(null);
  const [keys, putKeys] = useState<readonly number[]>(() => Array.from({ length: count }, (_, at) => at));
  const newKey = () => {
    setLast(last + 1);
    setAdded(last);
    return last;
  };
  // Another version has taken the place of what was shown.
  if (keys.length !== count) {
    putKeys(Array.from({ length: count }, (_, at) => last + at));
    setLast(last + count);
  }
  return { keys, added, putKeys, newKey };
}
