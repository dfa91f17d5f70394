/** A customer's state, as a person reads it. Times are seconds of the customer's own clock. */
export interface CustomerView {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly card: string | null;
  readonly balance: string;
  /** null: time passes as for everybody. */
  readonly clock: { readonly now: number; readonly status: string; readonly next: number | null } | null;
  readonly subscriptions: readonly {
    readonly id: string;
    readonly status: string;
    readonly price: string;
    readonly periodEnd: number | null;
    readonly trialEnd: number | null;
    readonly ends: boolean;
  }[];
  readonly invoices: readonly {
    readonly id: string;
    readonly status: string;
    readonly total: string;
    readonly created: number;
    readonly url: string | null;
  }[];
}

/** An event and what became of its deliveries. */
export interface EventView {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly customer: string | null;
  readonly email: string | null;
  /** The states of its deliveries; empty where no endpoint wants it. */
  readonly deliveries: readonly {
    readonly state: string;
    readonly tries: number;
    readonly status: number | null;
  }[];
}
