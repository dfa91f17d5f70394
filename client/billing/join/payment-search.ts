/** The search of /payment-details, as it stands in the address (docs/product/buying.md#payment-details). */
export interface PaymentSearch {
  /** The chosen offer's id. */
  readonly offer?: unknown;
  /** `payment`: the second step. */
  readonly step?: unknown;
  /** A campaign's label of the default plan. */
  readonly cohort?: unknown;
}
