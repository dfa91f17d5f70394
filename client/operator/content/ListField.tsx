import { useRef, type ComponentType } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import classes from './DocumentForm.module.css';
import { useDocumentForm, type FieldProps } from './form-context.ts';
import { asList, emptied, emptyOf, errorAt, hasError, moved, pathBelow, titleOf } from './form-value.ts';

interface ListFieldProps extends FieldProps {
  /** Shows an item; the two need each other. */
  readonly Field: ComponentType<FieldProps>;
}

/** A list whose items are added, moved and removed. */
export function ListField({ field, path, label, value, Field }: ListFieldProps) {
  const { form, errors, change } = useDocumentForm();
  const add = useRef<HTMLButtonElement>(null);
  const items = asList(value);
  const item = form.find((one) => one.path === `${field.path}.*`);
  if (item === undefined) return null;
  const error = errorAt(errors, path);
  const set = (next: readonly unknown[]) => change(path, next.length === 0 ? emptied(field.empty, []) : next);
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {error !== null && <p className={classes.error}>{error}</p>}
      {items.length > 0 && (
        <ol className={classes.items}>
          {items.map((one, at) => {
            const name = `${label} ${at + 1}`;
            const own = pathBelow(path, at);
            const inner = <Field field={item} path={own} label={name} value={one} />;
            return (
              // oxlint-disable-next-line react/no-array-index-key -- items have no identity but their place
              <li key={at} className={classes.item}>
                {item.kind === 'group' ? (
                  <details open={hasError(errors, own) || undefined}>
                    <summary>
                      {name}
                      <span className={classes.itemTitle}>{titleOf(one)}</span>
                    </summary>
                    {inner}
                  </details>
                ) : (
                  inner
                )}
                <div className={classes.itemActions}>
                  {at > 0 && (
                    <Button
                      kind="quiet"
                      aria-label={`Move up: ${name}`}
                      onClick={() => set(moved(items, at, at - 1))}
                    >
                      Up
                    </Button>
                  )}
                  {at < items.length - 1 && (
                    <Button
                      kind="quiet"
                      aria-label={`Move down: ${name}`}
                      onClick={() => set(moved(items, at, at + 1))}
                    >
                      Down
                    </Button>
                  )}
                  <Button
                    kind="quiet"
                    aria-label={`Remove: ${name}`}
                    onClick={() => {
                      set(items.filter((_, other) => other !== at));
                      add.current?.focus();
                    }}
                  >
                    Remove
                  </Button>
                </div>
              </li>
            );
          })}
        </ol>
      )}
      <Button
        ref={add}
        kind="plain"
        aria-label={`Add to ${label}`}
        className={classes.add}
        onClick={() => set([...items, emptyOf(form, item)])}
      >
        Add
      </Button>
    </fieldset>
  );
}
