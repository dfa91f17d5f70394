import { useController, type FieldValues } from 'react-hook-form';
import classes from './Field.module.css';
import type { FieldProps } from './fields.ts';

/** Binds a Mantine input to a form: value, handlers, label, hint, error, and the look that all fields share. */
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
      ...(hint === undefined ? {} : { description: hint }),
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
