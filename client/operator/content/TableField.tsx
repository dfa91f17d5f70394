import { useState } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { PlainField } from '../../ui/form/PlainField.tsx';
import classes from './DocumentForm.module.css';
import { useDocumentForm, type FieldProps } from './form-context.ts';
import { asObject, emptyOf, errorAt, pathBelow } from './form-value.ts';
import { SimpleField } from './SimpleField.tsx';

/** Values by a key, such as the rates of countries. */
export function TableField({ field, path, label, value }: FieldProps) {
  const { form, errors, change } = useDocumentForm();
  const [key, setKey] = useState('');
  const [isRefused, setRefused] = useState(false);
  const values = asObject(value);
  const row = form.find((one) => one.path === `${field.path}.*`);
  if (row === undefined) return null;
  const typed = key.trim().toUpperCase();
  const isTaken = Object.hasOwn(values, typed);
  const error = errorAt(errors, path);
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {error !== null && <p className={classes.error}>{error}</p>}
      <ul className={classes.table}>
        {Object.entries(values).map(([name, one]) => (
          <li key={name}>
            <SimpleField field={row} path={pathBelow(path, name)} label={name} value={one} />
            <Button
              kind="quiet"
              aria-label={`Remove: ${name}`}
              onClick={() => change(pathBelow(path, name), undefined)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <div className={classes.newRow}>
        <PlainField
          label="Country"
          hint="Its code of two letters, such as PT."
          value={key}
          maxLength={2}
          error={isTaken ? `${typed} is there already.` : isRefused ? 'A code has two letters.' : null}
          onChange={(text) => {
            setKey(text);
            setRefused(false);
          }}
        />
        <Button
          kind="plain"
          onClick={() => {
            if (isTaken) return;
            if (!/^[A-Z]{2}$/.test(typed)) {
              setRefused(true);
              return;
            }
            change(pathBelow(path, typed), emptyOf(form, row));
            setKey('');
          }}
        >
          Add
        </Button>
      </div>
    </fieldset>
  );
}
