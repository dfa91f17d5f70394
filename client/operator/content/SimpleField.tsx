import { useState } from 'react';
import { fieldLabel } from '#shared/operator/content/texts-content.ts';
import { PlainField } from '../../ui/form/PlainField.tsx';
import { PlainTextarea } from './PlainTextarea.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import classes from './DocumentForm.module.css';
import { useDocumentForm, type FieldProps } from './form-context.ts';
import { asList, asText, emptied, errorAt, keyOf, numberText, readNumber } from './form-value.ts';

const HTML_HINT =
  'HTML: p, br, strong, em, a, ul, ol, li, h2, h3, h4, blockquote and code. Anything else is left out.';

/** A field without others within it. */
export function SimpleField({ field, path, label, value }: FieldProps) {
  const { errors, change } = useDocumentForm();
  const shared = { label, error: errorAt(errors, path) };
  const setText = (text: string) => change(path, text === '' ? emptied(field.empty, '') : text);
  switch (field.kind) {
    case 'prose':
      return <PlainTextarea {...shared} value={asText(value)} onChange={setText} />;
    case 'html':
      return <PlainTextarea {...shared} hint={HTML_HINT} rows={8} value={asText(value)} onChange={setText} />;
    case 'choice':
      return (
        <SelectBox
          {...shared}
          data={field.options.map((option) => ({ value: option, label: fieldLabel(option) }))}
          value={asText(value)}
          onChange={(next) => change(path, next)}
        />
      );
    case 'toggle':
      return field.empty === 'required' ? (
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={value === true}
            onChange={({ target }) => change(path, target.checked)}
          />
          {label}
        </label>
      ) : (
        <SelectBox
          {...shared}
          data={keyOf(path) === 'trial' ? TRIAL : YES_OR_NO}
          value={typeof value === 'boolean' ? String(value) : 'none'}
          onChange={(next) => change(path, next === 'none' ? emptied(field.empty, false) : next === 'true')}
        />
      );
    case 'number':
    case 'dollars':
    case 'percent':
      return <NumberField field={field} path={path} label={label} value={value} kind={field.kind} />;
    default:
      return <PlainField {...shared} value={asText(value)} onChange={setText} />;
  }
}

const TRIAL = [
  { value: 'none', label: 'Always' },
  { value: 'true', label: 'Only with a trial' },
  { value: 'false', label: 'Only without a trial' },
];
const YES_OR_NO = [
  { value: 'none', label: 'Not said' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** A number keeps its text while it is typed: "12." is not a number yet. */
export function NumberField({
  field,
  path,
  label,
  value,
  kind,
}: FieldProps & { readonly kind: 'number' | 'dollars' | 'percent' }) {
  const { errors, change } = useDocumentForm();
  const [typed, setTyped] = useState(() => numberText(value, kind));
  const unit = { kind, empty: field.empty };
  const isOwn = Object.is(readNumber(typed, unit) ?? null, value ?? null);
  return (
    <PlainField
      label={label}
      value={isOwn ? typed : numberText(value, kind)}
      error={errorAt(errors, path)}
      onChange={(text) => {
        setTyped(text);
        change(path, readNumber(text, unit));
      }}
    />
  );
}

/** A list of some of a few options. */
export function ChoicesField({ field, path, label, value }: FieldProps) {
  const { errors, change } = useDocumentForm();
  const chosen = asList(value);
  const error = errorAt(errors, path);
  return (
    <fieldset className={classes.group} aria-invalid={error === null ? undefined : true}>
      <legend>{label}</legend>
      {field.options.map((option) => (
        <label key={option} className={classes.check}>
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={({ target }) =>
              change(
                path,
                // In the order of the options, so that the same choice is the same list.
                field.options.filter((one) => (one === option ? target.checked : chosen.includes(one))),
              )
            }
          />
          {fieldLabel(option)}
        </label>
      ))}
      {error !== null && <p className={classes.error}>{error}</p>}
    </fieldset>
  );
}
