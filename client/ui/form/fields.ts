import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** What every field of a form takes. Its error is the form's; it clears when the field is clicked (part 1 section 5). */
export interface FieldProps<Values extends FieldValues, Context, Sent> {
  readonly form: UseFormReturn<Values, Context, Sent>;
  readonly name: FieldPath<Values>;
  readonly label: string;
  /** A line below the label: what it is for, what form it takes. */
  readonly hint?: string;
  readonly disabled?: boolean;
}
