/** A limit per person, with the text for exceeding it. */
export interface Limit {
  readonly max: number;
  readonly minutes: number;
  readonly message: string;
}

/** Limits per person and verb (docs/product/notifications.md#limits-per-person). */
export const LIMITS = {
  move: { max: 30, minutes: 60, message: 'You have moved sessions very often within an hour.' },
  edit: { max: 60, minutes: 60, message: 'You have changed sessions very often within an hour.' },
  cancel: { max: 40, minutes: 60, message: 'You have cancelled very often within an hour.' },
  ready: { max: 60, minutes: 60, message: 'You have marked sessions ready very often within an hour.' },
  close: { max: 60, minutes: 60, message: 'You have closed sessions very often within an hour.' },
  request_files: { max: 20, minutes: 60, message: 'You have asked for files very often within an hour.' },
  support: {
    max: 10,
    minutes: 60,
    message: 'Our support has your requests, and several of them came within an hour.',
  },
  wait: { max: 30, minutes: 60, message: 'You have joined waiting lists very often within an hour.' },
  message: { max: 30, minutes: 1, message: 'You have written very many messages within a minute.' },
  invitation: { max: 30, minutes: 60, message: 'You have sent very many invitations within an hour.' },
} as const satisfies Readonly<Record<string, Limit>>;
export type LimitName = keyof typeof LIMITS;

/** How often a call may be made by one account or from one address; calls may share a counter. */
export interface RateLimit {
  readonly counter: string;
  readonly per: 'account' | 'address';
  readonly max: number;
  readonly seconds: number;
  /** Text for exceeding it; the general one by default. */
  readonly message?: string;
}

/** The limit of a person's verb (LIMITS), with its text. */
export function perPerson(verb: LimitName): RateLimit {
  const { max, minutes, message } = LIMITS[verb];
  return { counter: verb, per: 'account', max, seconds: minutes * 60, message };
}

/** A limit of each account, with the general text. */
export const perAccount = (counter: string, max: number, seconds: number): RateLimit => ({
  counter,
  per: 'account',
  max,
  seconds,
});

/** A limit of each address, which several people may share (docs/product/security.md#rate-limits). */
export const perAddress = (counter: string, max: number, seconds: number): RateLimit => ({
  counter,
  per: 'address',
  max,
  seconds,
});

/** General text for too many calls. */
export const TOO_MANY_CALLS = 'That was a lot at once.';

/** "Try again in 14 minutes." from seconds, rounded up. */
export function retryMessage(seconds: number): string {
  if (seconds <= 90) return `Try again in ${seconds <= 60 ? 'a minute' : '2 minutes'}.`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 90) return `Try again in ${minutes} minutes.`;
  return `Try again in ${Math.ceil(minutes / 60)} hours.`;
}
