import type { OpenThing } from './rules.ts';

/** Why an account cannot be deleted now, and where that is dealt with on the person's front. */
export const OPEN_TEXTS: Readonly<
  Record<OpenThing, { readonly text: string; readonly link: string | null; readonly path: string | null }>
> = {
  membership: {
    text: 'Your membership goes on. Cancel it first; you keep what you have paid for until you delete your account.',
    link: 'Go to your membership',
    path: '/profile#billing',
  },
  sessions: {
    text: 'A session is still to come, or you hold a time for one. Cancel it, or wait until it is over.',
    link: 'Go to your sessions',
    path: '/',
  },
  deliveries: {
    text: 'A session of yours is over and not delivered. Deliver its files first, or ask the studio to close it.',
    link: 'Go to your sessions',
    path: '/',
  },
  payment: {
    text: 'A payment is under way. Wait until it is through, at most a day.',
    link: null,
    path: null,
  },
  dispute: {
    text: 'A payment is disputed at your bank. Wait until that is decided.',
    link: null,
    path: null,
  },
  pay: {
    text: 'There is pay of yours for a month that is not closed yet. Months close on the 5th of the next one.',
    link: 'See your months',
    path: '/profile#invoice',
  },
};

/** One sentence of all reasons, for a refusal. */
export const openDetail = (open: readonly OpenThing[]): string =>
  open.map((thing) => OPEN_TEXTS[thing].text).join(' ');
