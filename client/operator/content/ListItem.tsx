import { useState, type ComponentType, type ReactNode } from 'react';
import type { FormField } from '#shared/content/rules-form.ts';
import { Button } from '../../ui/button/Button.tsx';
import classes from './DocumentForm.module.css';
import { useDocumentForm, type FieldProps } from './form-context.ts';
import { hasError, titleOf } from './form-value.ts';

interface ListItemProps {
  readonly item: FormField;
  readonly path: string;
  /** The list's label and the item's number. */
  readonly name: string;
  readonly value: unknown;
  readonly isLast: boolean;
  /** It was added just now. */
  readonly isNew: boolean;
  readonly Field: ComponentType<FieldProps>;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** An item of a list, with what can be done with it. */
export function ListItem({ item, path, name, value, isLast, isNew, Field, onMove, onRemove }: ListItemProps) {
  const isFirst = path.endsWith('.0');
  const inner = <Field field={item} path={path} label={name} value={value} />;
  return (
    <li className={classes.item}>
      {item.kind === 'group' ? (
        <Folded item={item} path={path} name={name} value={value} isNew={isNew}>
          {inner}
        </Folded>
      ) : (
        inner
      )}
      <div className={classes.itemActions}>
        {!isFirst && (
          <Button kind="quiet" data-move="up" aria-label={`Move up: ${name}`} onClick={() => onMove(-1)}>
            Up
          </Button>
        )}
        {!isLast && (
          <Button kind="quiet" data-move="down" aria-label={`Move down: ${name}`} onClick={() => onMove(1)}>
            Down
          </Button>
        )}
        <Button kind="quiet" aria-label={`Remove: ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

interface FoldedProps extends Pick<ListItemProps, 'item' | 'path' | 'name' | 'value' | 'isNew'> {
  readonly children: ReactNode;
}

/** A group that opens by itself where something is wrong, and while it is new. */
function Folded({ item, path, name, value, isNew, children }: FoldedProps) {
  const { form, errors } = useDocumentForm();
  const isWrong = hasError(errors, path);
  const [wasWrong, setWasWrong] = useState(isWrong);
  const [isOpen, setOpen] = useState(isWrong || isNew);
  if (isWrong !== wasWrong) {
    setWasWrong(isWrong);
    if (isWrong) setOpen(true);
  }
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {name}
        <span className={classes.itemTitle}>{titleOf(form, item, value)}</span>
      </summary>
      {children}
    </details>
  );
}
