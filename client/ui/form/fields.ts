import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** Props of every form field. Its error clears when the field is clicked. */
export interface FieldProps<Values extends FieldValues, Context, Sent> {
  readonly form: UseFormReturn<Values, Context, Sent>;
  readonly name: FieldPath<Values>;
  readonly label: string;
  /** A hint below the label. */
  readonly hint?: string;
  readonly disabled?: boolean;
}
