import { createHash } from 'node:crypto';
import { ApiError } from '../http/errors.ts';

/**
 * What a test card does. `fails_later` can be saved and then declines every payment; `declined_off_session` pays while
 * its holder is there and declines what comes later.
 */
export type Behavior =
  | 'succeeds'
  | 'generic_decline'
  | 'insufficient_funds'
  | 'lost_card'
  | 'stolen_card'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'fails_later'
  | 'declined_off_session'
  | 'authenticates_once'
  | 'authenticates_always'
  | 'authentication_fails'
  | 'authenticates_then_declines'
  | 'authenticates_then_insufficient_funds'
  | 'is_disputed';

export interface TestCard {
  readonly number: string;
  readonly brand: string;
  readonly behavior: Behavior;
  /** Ids by which the API takes it in place of a payment method. */
  readonly names: readonly string[];
}

const card = (number: string, brand: string, behavior: Behavior, ...names: string[]): TestCard => ({
  number,
  brand,
  behavior,
  names: names.map((name) => `pm_card_${name}`),
});

/** Stripe's published test cards, as far as the sandbox knows them, and one of its own. */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'visa', 'succeeds', 'visa'),
  card('4000056655665556', 'visa', 'succeeds', 'visa_debit'),
  card('5555555555554444', 'mastercard', 'succeeds', 'mastercard'),
  card('378282246310005', 'amex', 'succeeds', 'amex'),
  card('4000000000000002', 'visa', 'generic_decline', 'chargeDeclined', 'visa_chargeDeclined'),
  card(
    '4000000000009995',
    'visa',
    'insufficient_funds',
    'chargeDeclinedInsufficientFunds',
    'visa_chargeDeclinedInsufficientFunds',
  ),
  card('4000000000009987', 'visa', 'lost_card', 'chargeDeclinedLostCard', 'visa_chargeDeclinedLostCard'),
  card(
    '4000000000009979',
    'visa',
    'stolen_card',
    'chargeDeclinedStolenCard',
    'visa_chargeDeclinedStolenCard',
  ),
  card(
    '4000000000000069',
    'visa',
    'expired_card',
    'chargeDeclinedExpiredCard',
    'visa_chargeDeclinedExpiredCard',
  ),
  card(
    '4000000000000127',
    'visa',
    'incorrect_cvc',
    'chargeDeclinedIncorrectCvc',
    'visa_chargeDeclinedIncorrectCvc',
  ),
  card(
    '4000000000000119',
    'visa',
    'processing_error',
    'chargeDeclinedProcessingError',
    'visa_chargeDeclinedProcessingError',
  ),
  card('4000000000000341', 'visa', 'fails_later', 'chargeCustomerFail'),
  card('4000000000003055', 'visa', 'declined_off_session'),
  card('4000002500003155', 'visa', 'authenticates_once', 'authenticationRequiredOnSetup'),
  card('4000002760003184', 'visa', 'authenticates_always', 'authenticationRequired', 'threeDSecure2Required'),
  card('4000008400001280', 'visa', 'authentication_fails', 'threeDSecureRequiredProcessingError'),
  card('4000008400001629', 'visa', 'authenticates_then_declines', 'threeDSecureRequiredChargeDeclined'),
  card(
    '4000008260003178',
    'visa',
    'authenticates_then_insufficient_funds',
    'authenticationRequiredChargeDeclinedInsufficientFunds',
  ),
  card('4000000000000259', 'visa', 'is_disputed', 'createDispute'),
];

export interface CardInput {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc: string | undefined;
}

/** A card as it is stored: never its number. */
export interface StoredCard {
  readonly brand: string;
  readonly last4: string;
  readonly fingerprint: string;
  readonly behavior: Behavior;
  readonly expMonth: number;
  readonly expYear: number;
}

const cardError = (message: string, code: string, param: string): ApiError =>
  new ApiError(402, { type: 'card_error', code, message, param });

/** The test card of a name such as pm_card_visa. */
export const cardByName = (name: string): TestCard | undefined =>
  TEST_CARDS.find(({ names }) => names.includes(name));

/** Checks what was typed, as Stripe does. A number that is no test card's is declined and not kept. */
export function readCard(input: CardInput, today: { year: number; month: number }): StoredCard {
  const number = input.number.replaceAll(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    throw cardError('Your card number is incorrect.', 'incorrect_number', 'number');
  const year = input.exp_year < 100 ? 2000 + input.exp_year : input.exp_year;
  if (input.exp_month < 1 || input.exp_month > 12)
    throw cardError("Your card's expiration month is invalid.", 'invalid_expiry_month', 'exp_month');
  if (year < today.year || year > today.year + 50)
    throw cardError("Your card's expiration year is invalid.", 'invalid_expiry_year', 'exp_year');
  if (year === today.year && input.exp_month < today.month)
    throw cardError("Your card's expiration month is invalid.", 'invalid_expiry_month', 'exp_month');
  if (input.cvc !== undefined && !/^\d{3,4}$/.test(input.cvc))
    throw cardError("Your card's security code is invalid.", 'invalid_cvc', 'cvc');
  const known = TEST_CARDS.find((one) => one.number === number);
  if (known === undefined) {
    throw new ApiError(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    });
  }
  return storedCard(known, input.exp_month, year);
}

export const storedCard = (from: TestCard, expMonth: number, expYear: number): StoredCard => ({
  brand: from.brand,
  last4: from.number.slice(-4),
  fingerprint: createHash('sha256').update(`sandbox ${from.number}`).digest('hex').slice(0, 16),
  behavior: from.behavior,
  expMonth,
  expYear,
});

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (const [at, digit] of number.split('').toReversed().entries()) {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
