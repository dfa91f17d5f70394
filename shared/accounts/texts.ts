/** What the login screen says (part 1 sections 2, 5 and 8). */
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
export const NAME_WANTED = 'Your first name and last name are required';
/** The same in the form that asks for a reset link, which the requirement writes with a small i. */
export const RESET_BAD_EMAIL = 'invalid email address';
