import type { Ref } from 'react';

/** Whose card it is, beside what its fields say. */
export interface BillingPlace {
  readonly country: string;
  /** Empty where the country has none. */
  readonly zipcode: string;
}

/** What a purchase needs of a card form (docs/product/buying.md#card-form). */
export interface CardHandle {
  /** Sends the card to the provider. Errors are shown at the fields already. */
  readonly confirm: (
    place: BillingPlace,
  ) => Promise<{ readonly paymentMethodId: string } | { readonly error: string }>;
  /** Lets the card's bank confirm, in place; null when it did, else why not. */
  readonly authenticate: (clientSecret: string, paymentMethodId: string) => Promise<string | null>;
  /** Shows a message of the provider at the card number, and moves there. */
  readonly showError: (message: string) => void;
}

export interface CardFormProps {
  readonly ref: Ref<CardHandle>;
  readonly publishableKey: string;
  readonly disabled: boolean;
}

/** Where the provider gave no message. */
export const NOT_AUTHENTICATED =
  'Your bank did not confirm this payment. Nothing was charged; try again or use another card.';
export const PROVIDER_UNREACHABLE =
  'Our payment provider cannot be reached. Nothing was charged; please try again.';
