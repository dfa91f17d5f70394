/** Digits in the groups that are printed on cards: 4-6-5 for American Express, else fours. */
export function formatCardNumber(text: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, 19);
  if (/^3[47]/.test(digits))
    return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)].filter(Boolean).join(' ');
  return digits.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** Month and year as 'MM / YY'. */
export function formatExpiry(text: string): string {
  const [month = '', year] = text.split('/');
  const typed = month.replaceAll(/\D/g, '');
  // '5 / 30' and '5' followed by a slash mean May.
  const first = year !== undefined && typed.length === 1 ? `0${typed}` : typed;
  const digits = `${/^[2-9]$/.test(first) ? `0${first}` : first}${(year ?? '').replaceAll(/\D/g, '')}`;
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2, 6)}` : digits;
}

/** Whether the last digit fits the others (Luhn). */
export function hasValidChecksum(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, at) => {
      const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return digits !== '' && sum % 10 === 0;
}

/** Month and four-digit year; null for what is none. */
export function readExpiry(text: string): { readonly month: number; readonly year: number } | null {
  const [, month = '', year = ''] = /^(\d{1,2})\s*\/\s*(\d{2}|\d{4})$/.exec(text.trim()) ?? [];
  if (month === '' || Number(month) < 1 || Number(month) > 12) return null;
  return { month: Number(month), year: Number(year) + (year.length === 2 ? 2000 : 0) };
}

export interface CardValues {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly name: string;
}

type CardErrors = Partial<Record<keyof CardValues, string>>;

/** What is wrong with a typed card, by field. Whether there is such a card is the provider's to say. */
export function cardErrors({ number, expiry, cvc, name }: CardValues, today: Temporal.PlainDate): CardErrors {
  const digits = number.replaceAll(/\D/g, '');
  const read = readExpiry(expiry);
  const thisMonth = today.toPlainYearMonth();
  const isPast =
    read !== null && Temporal.PlainYearMonth.compare(Temporal.PlainYearMonth.from(read), thisMonth) < 0;
  return {
    ...(digits === ''
      ? { number: 'Required' }
      : digits.length < 12
        ? { number: 'Your card number is incomplete.' }
        : hasValidChecksum(digits)
          ? {}
          : { number: 'Your card number is invalid.' }),
    ...(expiry.trim() === ''
      ? { expiry: 'Required' }
      : read === null
        ? { expiry: 'Enter month and year, like 12 / 30.' }
        : isPast
          ? { expiry: 'Your card has expired.' }
          : {}),
    ...(cvc === '' ? { cvc: 'Required' } : /^\d{3,4}$/.test(cvc) ? {} : { cvc: 'Enter 3 or 4 digits.' }),
    ...(name.trim() === '' ? { name: 'Required' } : {}),
  };
}
