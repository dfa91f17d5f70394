// What PayPal's answers have in common.

export interface Money {
  readonly currency_code: string;
  /** `99.00` */
  readonly value: string;
}

export interface Link {
  readonly href: string;
  readonly rel: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
}

export interface PayerName {
  given_name: string;
  surname: string;
}

export type PaymentStatus = 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED';

export interface Payer {
  name: PayerName;
  email_address: string;
  payer_id: string;
  address: { country_code: string };
}
