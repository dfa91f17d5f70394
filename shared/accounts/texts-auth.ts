import { STUDIO_NAME } from '../lib/studio-name.ts';

/** What the screens before the login say beside the login itself (part 1 sections 2, 5 and 8). */
export const SIGN_UP = {
  title: 'Create your free account',
  titleReferred: 'Sign up',
  haveAccount: 'Already have an account?',
  email: 'Email Address',
  name: 'Full Name',
  password: 'Password',
  submit: 'CREATE ACCOUNT',
  busy: 'GETTING STARTED...',
  taken: `That email already exists in ${STUDIO_NAME}`,
  trouble: 'We have some issues connecting to our servers. Please try again later.',
} as const;

/** "Sign-up progress bar with four steps"; the first only with a valid referral code. */
export const SIGN_UP_STEPS = ['WELCOME!', 'SIGN UP', 'CHOOSE A PLAN', 'PAYMENT DETAILS'] as const;
export type SignUpStep = (typeof SIGN_UP_STEPS)[number];

export const WAITING = {
  title: "You're on the list",
  body: 'Thank you for signing up! We are letting people in a few at a time, and we will write to you as soon as there is a place.',
} as const;

export const SOCIAL = {
  facebook: 'Continue with Facebook',
  busy: 'Signing you in...',
  otherProvider: 'You need to use a different login provider.',
} as const;

export const RESET = {
  title: 'Reset your password',
  lead: 'Tell us your email address and we will send you a link to choose a new one.',
  email: 'Email Address',
  badEmail: 'invalid email address',
  submit: 'SUBMIT',
  busy: 'SENDING...',
  done: 'If that email has an account, a reset link is on its way.',
  doneMore: 'The link works once, for 24 hours. Nothing there? Look in your spam folder.',
  back: 'Back to login',
  wrong: 'Invalid email or wrong password',
  trouble: 'We have some issues connecting to our servers. Please try again later.',
} as const;

export const CHANGE_PASSWORD = {
  title: 'Change your password',
  password: 'Password',
  confirm: 'Confirm password',
  required: 'You must specify a password',
  mismatch: 'The passwords do not match',
  submit: 'SUBMIT',
  busy: 'SAVING...',
  checking: 'Checking your link...',
  invalid: 'This token is no longer valid. Reset your password again.',
  back: 'Back to login',
  again: 'Back to password reset',
} as const;

/** The success of a changed password names the product. */
export const passwordChanged = (studio: string): string =>
  `Your password has been changed! Use it to login again into ${studio}.`;

export const SIGN_IN_LINK = {
  title: 'Sign in by email',
  lead: 'No password needed: we send you a link that signs you in.',
  email: 'Email Address',
  submit: 'SEND LINK',
  busy: 'SENDING...',
  done: 'If that email has an account, a sign-in link is on its way.',
  doneMore: 'The link works once, for 15 minutes. Nothing there? Look in your spam folder.',
  back: 'Back to login',
} as const;

/** Before a link is spent it says whose account it opens (decisions 1): nobody ends up in a stranger's unasked. */
export const ENTRY = {
  title: 'Sign in by this link',
  lead: 'It opens the account of',
  first:
    'It is the first link to this address. Signing in by it shows that the address is yours, and ends what was set up before: the password and every other login. You can choose a new password under "Forgot password?".',
  submit: 'SIGN IN',
  busy: 'SIGNING YOU IN...',
  notYours: 'Not your account? Then somebody sent you theirs. Go back, and nothing happens.',
  back: 'Back to login',
} as const;

/** Said to whoever is signed in as somebody else. */
export const signsOut = (email: string): string => `You are signed in as ${email} here. That login ends.`;
