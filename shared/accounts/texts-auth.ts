import { STUDIO_NAME } from '../lib/studio-name.ts';

/** Texts of the screens before the login (docs/product/accounts.md#sign-up). */
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

/** Steps of the sign-up; the first only with a valid referral code (docs/product/accounts.md#sign-up-steps). */
export const SIGN_UP_STEPS = ['WELCOME!', 'SIGN UP', 'CHOOSE A PLAN', 'PAYMENT DETAILS'] as const;
export type SignUpStep = (typeof SIGN_UP_STEPS)[number];

export const WAITING_LIST = {
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

export const passwordChanged = (studio: string): string =>
  `Your password has been changed! Use it to login again into ${studio}.`;

export const LOGIN_LINK = {
  title: 'Sign in by email',
  lead: 'No password needed: we send you a link that signs you in.',
  email: 'Email Address',
  submit: 'SEND LINK',
  busy: 'SENDING...',
  done: 'If that email has an account, a sign-in link is on its way.',
  doneMore: 'The link works once, for 15 minutes. Nothing there? Look in your spam folder.',
  back: 'Back to login',
} as const;

/** Page that names the account before a link is spent (docs/product/accounts.md#confirm-a-link). */
export const CONFIRM_LOGIN = {
  title: 'Sign in with this link',
  lead: 'It opens the account of',
  first:
    'This is the first link sent to this address. Signing in with it proves that the address is yours, and resets the account: the old password and all other logins end. You can choose a new password under "Forgot password?".',
  submit: 'SIGN IN',
  busy: 'SIGNING YOU IN...',
  notYours: 'Not your account? Somebody may have sent you their link. Go back, and nothing happens.',
  back: 'Back to login',
} as const;

/** The same for a link sent to verify the address. */
export const CONFIRM_EMAIL = {
  title: 'Confirm your email',
  lead: 'It shows that this address is yours:',
  first:
    'This browser is not signed in to the account. Confirming here signs you in, and ends what was set up before: the password and every other login.',
  submit: 'CONFIRM',
  busy: 'CONFIRMING...',
  keep: 'Keep my password: sign in with it first',
} as const;

/** Shown when another account is signed in. */
export const signsOut = (email: string): string =>
  `You are signed in as ${email} here. You will be signed out.`;
