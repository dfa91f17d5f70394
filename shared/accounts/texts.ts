/** Texts of the login screen (docs/product/accounts.md#login). */
export const LOGIN = {
  title: 'Welcome Back!',
  divider: 'OR',
  email: 'Email Address',
  password: 'Password',
  forgot: 'Forgot password?',
  submit: 'LOGIN',
  busy: 'LOGGING IN...',
  required: 'Required',
  badEmail: 'Invalid email address',
  wrong: 'Invalid email or wrong password',
  noPassword: 'Your need to login using your Google or Facebook account.',
  trouble: 'We have some issues connecting to our servers. Please try again later or contact support.',
} as const;

export const PASSWORD_TOO_SHORT = 'Password must have at least 8 characters';
export const PASSWORD_TOO_LONG = 'Please keep it to 256 characters.';
export const NAME_TOO_LONG = 'Please keep it to 255 characters.';
export const FULL_NAME_REQUIRED = 'Your first name and last name are required';
/** The reset form spells it with a small i (docs/product/accounts.md#password-reset). */
export const RESET_BAD_EMAIL = 'invalid email address';

/** What somebody reads who signs in rightly and is blocked (docs/product/accounts.md#blocked-accounts). */
export const blockedText = (support: string): string =>
  `Your account is blocked. Please write to ${support}.`;
