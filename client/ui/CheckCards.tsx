import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import fieldClasses from './Field.module.css';
import type { FieldProps } from './fields.ts';
import classes from './RadioCards.module.css';
import { useField } from './use-field.ts';

interface CheckCardsProps<V extends FieldValues, C, S> extends FieldProps<V, C, S> {
  readonly options: readonly string[];
}

/** Any of a few in a form, each a card; its value is the list of those that are ticked. */
export function CheckCards<V extends FieldValues, C, S>(props: CheckCardsProps<V, C, S>) {
  const { field, message } = useField(props);
  const id = useId();
  const ticked: readonly string[] = field.value ?? [];
  const describedBy =
    [props.hint && `${id}-hint`, message && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <fieldset className={classes.cards} disabled={props.disabled} aria-describedby={describedBy}>
      <legend className={fieldClasses.label}>{props.label}</legend>
      {props.hint !== undefined && (
        <p id={`${id}-hint`} className={fieldClasses.hint}>
          {props.hint}
        </p>
      )}
      {props.options.map((option, at) => (
        <label key={option} className={classes.card} data-slim>
          <input
            type="checkbox"
            ref={at === 0 ? field.ref : undefined}
            name={field.name}
            value={option}
            checked={ticked.includes(option)}
            onBlur={field.onBlur}
            onChange={({ target }) =>
              field.onChange(target.checked ? [...ticked, option] : ticked.filter((one) => one !== option))
            }
          />
          <span className={classes.words}>{option}</span>
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
