import { memo } from 'react';
import { fieldLabel } from '#shared/operator/content/texts-content.ts';
import { useDocumentForm, type FieldProps } from './form-context.ts';
import { asObject, emptyOf, fieldsBelow, keyOf, pathBelow } from './form-value.ts';
import classes from './DocumentForm.module.css';
import { ListField } from './ListField.tsx';
import { PictureField } from './PictureField.tsx';
import { ChoicesField, SimpleField } from './SimpleField.tsx';
import { TableField } from './TableField.tsx';

/** A field of a document's form, with those within it (docs/product/content.md#forms). */
export const FormFieldView = memo(function FormFieldView(props: FieldProps) {
  const { field, path, label, value } = props;
  switch (field.kind) {
    case 'group':
      return <Group {...props} />;
    case 'picture':
      return <PictureField {...props} />;
    case 'list':
      return <ListField {...props} Field={FormFieldView} />;
    case 'table':
      return <TableField {...props} />;
    case 'choices':
      return <ChoicesField {...props} />;
    default:
      return <SimpleField field={field} path={path} label={label} value={value} />;
  }
});

function Group({ field, path, label, value }: FieldProps) {
  const { form, change } = useDocumentForm();
  const isThere = field.empty === 'required' || (value !== null && value !== undefined);
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {field.empty !== 'required' && (
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={isThere}
            onChange={({ target }) =>
              change(path, target.checked ? emptyOf(form, field) : field.empty === 'null' ? null : undefined)
            }
          />
          There is one
        </label>
      )}
      {isThere && <Fields of={field.path} path={path} value={value} />}
    </fieldset>
  );
}

interface FieldsProps {
  /** The path in the form. */
  readonly of: string;
  readonly path: string;
  readonly value: unknown;
}

/** All fields of a group. */
export function Fields({ of, path, value }: FieldsProps) {
  const { form } = useDocumentForm();
  const values = asObject(value);
  return fieldsBelow(form, of).map((field) => {
    const key = keyOf(field.path);
    return (
      <FormFieldView
        key={key}
        field={field}
        path={pathBelow(path, key)}
        label={fieldLabel(key)}
        value={values[key]}
      />
    );
  });
}
