import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import fieldClasses from './Field.module.css';
import type { FieldProps } from './fields.ts';
import classes from './RadioCards.module.css';
import { useField } from './use-field.ts';

interface CheckCardsProps<V extends FieldValues, C, S> extends FieldProps<V, C, S> {
  /** Its label is its value unless given. */
  readonly options: readonly (string | { readonly value: string; readonly title: string })[];
}

/** Checkbox cards in a form; the value is the list of ticked ones. */
export function CheckCards<V extends FieldValues, C, S>(props: CheckCardsProps<V, C, S>) {
  const { field, message } = useField(props);
  const id = useId();
  const ticked: readonly string[] = field.value ?? [];
  const describedBy =
    [props.hint && `${id}-hint`, message && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <fieldset
      className={classes.cards}
      disabled={props.disabled}
      aria-describedby={describedBy}
      aria-invalid={message ? true : undefined}
    >
      <legend className={fieldClasses.label}>{props.label}</legend>
      {props.hint !== undefined && (
        <p id={`${id}-hint`} className={fieldClasses.hint}>
          {props.hint}
        </p>
      )}
      {props.options.map(asOption).map(({ value, title }, at) => (
        <label key={value} className={classes.card} data-slim>
          <input
            type="checkbox"
            ref={at === 0 ? field.ref : undefined}
            name={field.name}
            value={value}
            checked={ticked.includes(value)}
            onBlur={field.onBlur}
            onChange={({ target }) => {
              field.onChange(target.checked ? [...ticked, value] : ticked.filter((one) => one !== value));
              props.form.clearErrors(props.name);
            }}
          />
          <span className={classes.content}>{title}</span>
        </label>
      ))}
      {message !== undefined && (
        <p id={`${id}-error`} role="alert" className={fieldClasses.error}>
          {message}
        </p>
      )}
    </fieldset>
  );
}

const asOption = (option: CheckCardsProps<FieldValues, unknown, unknown>['options'][number]) =>
  typeof option === 'string' ? { value: option, title: option } : option;
