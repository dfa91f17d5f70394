import type Stripe from 'stripe';
import type { CardInput } from '../engine/cards.ts';
import { NO_DETAILS, type BillingDetails } from '../engine/payment-methods.ts';
import type { ApiError } from '../http/errors.ts';
import { COUNTRIES } from './countries.ts';
import {
  readValues,
  selectField,
  textField,
  type Errors,
  type FieldState,
  type Values,
} from '../../lib/pages/fields.ts';
import { html, type Markup } from '../../lib/pages/html.ts';
import { typedCard } from './test-cards.ts';

/** What a page asks for besides the card. */
export interface Wanted {
  readonly card: boolean;
  readonly email: boolean;
  /** The whole billing address, not only country and postal code. */
  readonly address: boolean;
}

/** In the order of the page: the first wrong one gets the focus. */
const LENGTHS = {
  email: 254,
  number: 40,
  expiry: 12,
  cvc: 8,
  name: 100,
  country: 2,
  line1: 200,
  city: 100,
  postal_code: 20,
} as const;

export const readCardForm = (body: string): Values => readValues(body, LENGTHS);

export type CardForm =
  | { readonly ok: true; readonly card: CardInput | null; readonly details: BillingDetails }
  | { readonly ok: false; readonly errors: Errors };

/** Checks what was typed. Whether there is such a card is the engine's to say. */
export function checkCardForm(values: Values, wanted: Wanted): CardForm {
  const errors: Record<string, string> = {};
  const require = (name: keyof typeof LENGTHS, words: string): void => {
    if ((values[name] ?? '') === '') errors[name] = words;
  };
  if (wanted.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values['email'] ?? ''))
    errors['email'] = 'Enter an email address, like name@example.com.';
  const expiry = /^(\d{1,2})\s*[/ -]?\s*(\d{2}|\d{4})$/.exec(values['expiry'] ?? '');
  if (wanted.card) {
    const digits = (values['number'] ?? '').replaceAll(/[\s-]/g, '');
    if (!/^\d+$/.test(digits)) errors['number'] = 'Enter the card number.';
    else if (digits.length < 12) errors['number'] = 'Your card number is incomplete.';
    if (expiry === null) errors['expiry'] = 'Enter the expiry as month and year, like 12 / 30.';
    if (!/^\d{3,4}$/.test(values['cvc'] ?? ''))
      errors['cvc'] = 'Enter the 3 or 4 digits of the security code.';
    require('name', 'Enter the name on the card.');
  }
  if (!COUNTRIES.some(({ code }) => code === values['country']))
    errors['country'] = 'Choose the billing country.';
  if (wanted.address) {
    require('line1', 'Enter the address.');
    require('city', 'Enter the city.');
    require('postal_code', 'Enter the postal code.');
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const orNull = (name: keyof typeof LENGTHS): string | null => values[name] || null;
  return {
    ok: true,
    card: !wanted.card
      ? null
      : {
          number: values['number'] ?? '',
          exp_month: Number(expiry?.[1]),
          exp_year: Number(expiry?.[2]),
          cvc: values['cvc'],
        },
    details: {
      ...NO_DETAILS,
      email: wanted.email ? orNull('email') : null,
      name: orNull('name'),
      address: {
        city: wanted.address ? orNull('city') : null,
        country: orNull('country'),
        line1: wanted.address ? orNull('line1') : null,
        line2: null,
        postal_code: orNull('postal_code'),
        state: null,
      },
    },
  };
}

const FIELD_OF: Readonly<Record<string, string>> = {
  exp_month: 'expiry',
  exp_year: 'expiry',
  cvc: 'cvc',
  incorrect_cvc: 'cvc',
};

/** The provider's message at the field that it is about: the card number unless it says otherwise. */
export function errorsOf({ body }: ApiError): Errors {
  const message =
    body.decline_code === 'test_mode_live_card'
      ? 'Your card was declined. The sandbox only takes test cards: choose one of the row above.'
      : body.message;
  return { [FIELD_OF[body.param ?? ''] ?? FIELD_OF[body.code ?? ''] ?? 'number']: message };
}

/** What stands in the form before anything is typed. */
export function initialValues(customer: Stripe.Customer | null, card: string | null, year: number): Values {
  const typed = typedCard(card, year);
  return {
    ...typed,
    name: customer?.name ?? (typed === null ? '' : 'Test Person'),
    country: customer?.address?.country ?? (typed === null ? '' : 'US'),
    line1: customer?.address?.line1 ?? '',
    city: customer?.address?.city ?? '',
    postal_code: customer?.address?.postal_code ?? '',
  };
}

/** The form's values as they may go back to the browser: without card number and security code. */
export const withoutCard = ({ number: _number, cvc: _cvc, ...rest }: Values): Values => rest;

/** The form's state: its errors, and the first wrong field. */
export const stateOf = (errors: Errors): FieldState => ({
  errors,
  focus: Object.keys(LENGTHS).find((name) => errors[name] !== undefined) ?? null,
});

/** The fields of a card and who it is billed to. */
export function cardFields(values: Values, wanted: Wanted, errors: Errors): Markup {
  const state = stateOf(errors);
  const field = (
    name: keyof typeof LENGTHS,
    label: string,
    autocomplete: string,
    more: { inputmode?: 'numeric'; placeholder?: string; type?: 'email'; optional?: boolean } = {},
  ): Markup =>
    textField(
      { name, label, autocomplete, maxlength: LENGTHS[name], value: values[name] ?? '', ...more },
      state,
    );
  return html`${wanted.email ? field('email', 'Email', 'email', { type: 'email' }) : null}
    ${
      wanted.card
        ? html`<div class="fields" id="card">
            ${field('number', 'Card number', 'cc-number', { inputmode: 'numeric', placeholder: '1234 1234 1234 1234' })}
            <div class="pair">
              ${field('expiry', 'Expiry', 'cc-exp', { inputmode: 'numeric', placeholder: 'MM / YY' })}
              ${field('cvc', 'CVC', 'cc-csc', { inputmode: 'numeric', placeholder: '123' })}
            </div>
            ${field('name', 'Name on card', 'cc-name')}
          </div>`
        : null
    }
    ${selectField('country', 'Billing country', 'billing country', COUNTRIES, values['country'] ?? '', state)}
    ${
      wanted.address
        ? html`${field('line1', 'Address', 'billing address-line1')}
            <div class="pair">
              ${field('city', 'City', 'billing address-level2')}
              ${field('postal_code', 'Postal code', 'billing postal-code')}
            </div>`
        : field('postal_code', 'Postal code', 'billing postal-code', { optional: true })
    }`;
}
