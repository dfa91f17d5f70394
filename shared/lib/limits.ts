/** A limit per person, with the text for exceeding it. */
export interface Limit {
  readonly most: number;
  readonly minutes: number;
  readonly words: string;
}

/** Limits per person and verb (docs/product/notifications.md#limits-per-person). */
export const LIMITS = {
  move: { most: 30, minutes: 60, words: 'You have moved sessions very often within an hour.' },
  edit: { most: 60, minutes: 60, words: 'You have changed sessions very often within an hour.' },
  cancel: { most: 40, minutes: 60, words: 'You have cancelled very often within an hour.' },
  ready: { most: 60, minutes: 60, words: 'You have marked sessions ready very often within an hour.' },
  close: { most: 60, minutes: 60, words: 'You have closed sessions very often within an hour.' },
  request_files: { most: 20, minutes: 60, words: 'You have asked for files very often within an hour.' },
  support: {
    most: 10,
    minutes: 60,
    words: 'Our support has your requests, and several of them came within an hour.',
  },
  message: { most: 30, minutes: 1, words: 'You have written very many messages within a minute.' },
  invitation: { most: 30, minutes: 60, words: 'You have sent very many invitations within an hour.' },
} as const satisfies Readonly<Record<string, Limit>>;
export type Limited = keyof typeof LIMITS;

/** How often a call may be made by one account or from one address; calls may share a counter. */
export interface RateLimit {
  readonly counter: string;
  readonly per: 'account' | 'address';
  readonly most: number;
  readonly seconds: number;
  /** Text for exceeding it; the general one by default. */
  readonly words?: string;
}

/** The limit of a person's verb (LIMITS), with its text. */
export function perPerson(verb: Limited): RateLimit {
  const { most, minutes, words } = LIMITS[verb];
  return { counter: verb, per: 'account', most, seconds: minutes * 60, words };
}

/** A limit of each account, with the general text. */
export const perAccount = (counter: string, most: number, seconds: number): RateLimit => ({
  counter,
  per: 'account',
  most,
  seconds,
});

/** A limit of each address, which several people may share (docs/product/security.md#rate-limits). */
export const perAddress = (counter: string, most: number, seconds: number): RateLimit => ({
  counter,
  per: 'address',
  most,
  seconds,
});

/** General text for too many calls. */
export const TOO_MANY = 'That was a lot at once.';

/** "Try again in 14 minutes." from seconds, rounded up. */
export function tryAgain(seconds: number): string {
  if (seconds <= 90) return `Try again in ${seconds <= 60 ? 'a minute' : '2 minutes'}.`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 90) return `Try again in ${minutes} minutes.`;
  return `Try again in ${Math.ceil(minutes / 60)} hours.`;
}
