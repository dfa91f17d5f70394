import { useId, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import fieldClasses from './Field.module.css';
import type { FieldProps } from './fields.ts';
import classes from './RadioCards.module.css';
import { useField } from './use-field.ts';

interface RadioCardsProps<V extends FieldValues, C, S> extends FieldProps<V, C, S> {
  readonly options: readonly {
    readonly value: string;
    readonly title: string;
    readonly text?: ReactNode;
    /** Right of the title: a price, a length. */
    readonly aside?: ReactNode;
    readonly disabled?: boolean;
  }[];
}

/** Radio cards in a form. Native radios: arrows move, Tab leaves. */
export function RadioCards<V extends FieldValues, C, S>(props: RadioCardsProps<V, C, S>) {
  const { field, message } = useField(props);
  const id = useId();
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
      {props.options.map(({ value, title, text, aside, disabled }, at) => (
        <label key={value} className={classes.card}>
          <input
            type="radio"
            ref={at === 0 ? field.ref : undefined}
            name={field.name}
            value={value}
            checked={field.value === value}
            disabled={disabled}
            onBlur={field.onBlur}
            onChange={() => {
              field.onChange(value);
              props.form.clearErrors(props.name);
            }}
          />
          <span className={classes.content}>
            <span className={classes.title}>{title}</span>
            {text !== undefined && <span className={classes.text}>{text}</span>}
          </span>
          {aside !== undefined && <span className={classes.aside}>{aside}</span>}
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
