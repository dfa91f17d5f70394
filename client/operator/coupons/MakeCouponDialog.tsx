import { useForm, useWatch } from 'react-hook-form';
import { ProblemError } from '../../lib/api.ts';
import { errorMessage, showFieldErrors } from '../../lib/error-message.ts';
import { useToday } from '../../lib/use-now.ts';
import { CheckCards } from '../../ui/form/CheckCards.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import dialog from '../DialogForm.module.css';
import { FormDialog } from '../FormDialog.tsx';
import { useMakeCoupon } from './api.ts';
import {
  couponFormErrors,
  EMPTY_COUPON,
  FIRST_ONLY,
  FORM_FIELDS,
  toNewCoupon,
  type CouponForm,
} from './new-coupon.ts';

interface MakeCouponDialogProps {
  /** What it can be for. */
  readonly offers: readonly { readonly id: string; readonly name: string }[];
  readonly zone: string;
  readonly onClose: () => void;
}

const KINDS = [
  { value: 'percent', label: 'A percentage' },
  { value: 'dollars', label: 'An amount in dollars' },
];
const DURATIONS = [
  { value: 'once', label: 'The first payment' },
  { value: 'repeating', label: 'Payments of some months' },
  { value: 'forever', label: 'Every payment' },
];
const FIRST = [{ value: FIRST_ONLY, title: 'Only for who has never paid here' }];

/** Makes a coupon at the card provider. */
export function MakeCouponDialog({ offers, zone, onClose }: MakeCouponDialogProps) {
  const today = useToday(zone);
  const make = useMakeCoupon();
  const form = useForm<CouponForm>({
    defaultValues: EMPTY_COUPON,
    resolver: (values) => {
      const errors = couponFormErrors(values, today).map(
        ({ field, message }) => [FORM_FIELDS[field] ?? 'code', { type: 'rule', message }] as const,
      );
      return errors.length === 0
        ? { values, errors: {} }
        : { values: {}, errors: Object.fromEntries(errors) as never };
    },
  });
  const [kind, duration] = useWatch({ control: form.control, name: ['kind', 'duration'] });
  const send = form.handleSubmit(async (values) => {
    try {
      const { code } = await make.mutateAsync(toNewCoupon(values));
      toast(`${code} can be used`);
      onClose();
    } catch (error) {
      const message = errorMessage(error);
      const isTaken = error instanceof ProblemError && error.problem.code === 'code_taken';
      if (isTaken) form.setError('code', { type: 'server', message }, { shouldFocus: true });
      else if (!showFieldErrors(error, form.setError, FORM_FIELDS))
        form.setError('root', { type: 'server', message });
    }
  });
  return (
    <FormDialog
      title="Make a coupon"
      confirm={make.isPending ? 'Making …' : 'Make coupon'}
      size="narrow"
      isPending={make.isPending}
      error={form.formState.errors.root?.message ?? null}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <p className={dialog.lead}>
        It works at once, for payments by card. It can be ended any time, but not changed.
      </p>
      <TextField
        form={form}
        name="code"
        label="Code"
        hint="What people type, in any case: 3 to 40 letters, digits and hyphens."
        maxLength={40}
        autoComplete="off"
      />
      <SelectField form={form} name="kind" label="Takes off" options={KINDS} />
      <TextField
        form={form}
        name="amount"
        label={kind === 'percent' ? 'Percent' : 'Dollars'}
        inputMode="decimal"
        maxLength={12}
        autoComplete="off"
      />
      <SelectField form={form} name="duration" label="Of a membership" options={DURATIONS} />
      {duration === 'repeating' && (
        <TextField form={form} name="months" label="Months" inputMode="numeric" maxLength={3} />
      )}
      <CheckCards
        form={form}
        name="offers"
        label="For"
        hint="If none is ticked, it is for all plans and bundles."
        options={offers.map((offer) => ({ value: offer.id, title: offer.name }))}
      />
      <TextField
        form={form}
        name="max"
        label="How often it can be used in all (optional)"
        inputMode="numeric"
        maxLength={7}
      />
      <TextField form={form} name="last_day" label="Last day (optional)" type="date" />
      <CheckCards form={form} name="first" label="Limits" options={FIRST} />
    </FormDialog>
  );
}
