import type { Payer } from '../store/basics.ts';

export type PayerKey = 'pays' | 'pays_too' | 'renewal_fails' | 'declined' | 'insufficient_funds' | 'bank';

/** A test payer: an account at PayPal that does one thing. */
export interface TestPayer {
  readonly key: PayerKey;
  readonly account: Payer;
  /** What happens, in a few words. */
  readonly about: string;
}

const payer = (
  key: PayerKey,
  payer_id: string,
  given: string,
  surname: string,
  about: string,
): TestPayer => ({
  key,
  about,
  account: {
    name: { given_name: given, surname },
    email_address: `${given.toLowerCase()}@payer.test`,
    payer_id,
    address: { country_code: 'US' },
  },
});

/** Everybody who can be logged in to the sandbox's PayPal. */
export const TEST_PAYERS: readonly TestPayer[] = [
  payer('pays', 'PAYERANNA2345', 'Anna', 'Payer', 'Pays'),
  payer('pays_too', 'PAYERBENN2345', 'Ben', 'Payer', 'Another account, pays too'),
  payer('renewal_fails', 'PAYERCARA2345', 'Cara', 'Later', 'Pays now, each renewal fails'),
  payer('declined', 'PAYERDEAN2345', 'Dean', 'Declined', 'Agrees, then the payment is declined'),
  payer('insufficient_funds', 'PAYEREVAA2345', 'Eva', 'Empty', 'Has too little money, so nothing begins'),
  payer('bank', 'PAYERFYNN2345', 'Finn', 'Bank', 'Pays from a bank: a single payment takes 3 days'),
];

export const findPayer = (key: string): TestPayer | undefined => TEST_PAYERS.find((one) => one.key === key);

/** The payer of an object that was approved. */
export function payerOf(key: string | undefined): TestPayer {
  const found = findPayer(key ?? '');
  if (found === undefined) throw new Error(`nobody has approved this: ${key}`);
  return found;
}
