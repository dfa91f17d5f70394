/** The search of /payment-details (docs/product/billing.md#payment-details). */
export interface PaymentSearch {
  /** The chosen offer's id. */
  readonly offer?: string;
  readonly step?: 'payment';
  /** A campaign's label of the default plan. */
  readonly cohort?: string;
}

/** Reads the search; an unknown step is the first. */
export function readPaymentSearch({ offer, step, cohort }: Record<string, unknown>): PaymentSearch {
  return {
    ...(typeof offer === 'string' && offer !== '' ? { offer } : {}),
    ...(step === 'payment' ? { step } : {}),
    ...(typeof cohort === 'string' ? { cohort } : {}),
  };
}
