/** Why a field of a new coupon is refused. */
export const COUPON = {
  badCode: 'Please use 3 to 40 letters, digits and hyphens.',
  oneAmount: 'Please say what it takes off.',
  badPercent: 'More than 0, at most 100, with at most two decimals.',
  badAmount: 'An amount such as 25 or 12.50.',
  badMonths: 'Please say for how many months.',
  tooLong: 'At most 36 months.',
  badCount: 'A whole number from 1 on.',
  badDay: 'A day from today on, within five years.',
  noSuchOffer: 'This offer is not sold.',
} as const;
