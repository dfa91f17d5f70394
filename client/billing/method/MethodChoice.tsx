import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { Provider } from '#shared/billing/rules-provider.ts';
import { METHOD } from '#shared/billing/texts.ts';
import { RadioCards } from '../../ui/form/RadioCards.tsx';

interface MethodChoiceProps<V extends FieldValues, C, S> {
  readonly form: UseFormReturn<V, C, S>;
  readonly name: FieldPath<V>;
  readonly methods: readonly Provider[];
  /** Says what each of them means. */
  readonly hints?: boolean;
  readonly disabled?: boolean;
}

/** Credit Card or PayPal (docs/product/buying.md#payment-method-picker). */
export function MethodChoice<V extends FieldValues, C, S>(props: MethodChoiceProps<V, C, S>) {
  const { form, name, methods, hints = false, disabled = false } = props;
  return (
    <RadioCards
      form={form}
      name={name}
      label={METHOD.label}
      disabled={disabled}
      options={methods.map((value) => ({
        value,
        title: METHOD.names[value],
        ...(hints ? { text: METHOD.hints[value] } : {}),
      }))}
    />
  );
}
