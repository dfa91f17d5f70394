import { useController, type FieldValues } from 'react-hook-form';
import classes from './Field.module.css';
import type { FieldProps } from './fields.ts';

/** Props that bind a Mantine input to a form field, with the common look. */
export function useField<Values extends FieldValues, Context, Sent>(
  props: FieldProps<Values, Context, Sent>,
) {
  const { form, name, label, hint, disabled = false } = props;
  const { field, fieldState } = useController({ control: form.control, name });
  return {
    field,
    message: fieldState.error?.message,
    shared: {
      label,
      disabled,
      description: hint,
      error: fieldState.error?.message ?? false,
      errorProps: { role: 'alert' as const },
      onClick: () => form.clearErrors(name),
      classNames: {
        input: classes.input ?? '',
        label: classes.label ?? '',
        error: classes.error ?? '',
        description: classes.hint ?? '',
      },
    },
  };
}
