/** Texts of the second factor (docs/product/accounts.md#second-factor). */
export const SECOND_FACTOR = {
  documentTitle: 'Second factor',
  loading: 'Looking at your login...',
  code: 'Code',
  submit: 'CONTINUE',
  busy: 'CHECKING...',
  asOther: 'Sign in as somebody else',
  badCode: 'Please enter the 6 digits of your app.',
  badRecoveryCode: 'Please enter one of your recovery codes, such as ABCD-EFGH-JKMN.',
  enter: {
    title: 'Enter your code',
    lead: 'Open your authenticator app and enter the 6 digits it shows for',
    recovery: 'Use a recovery code',
  },
  recovery: {
    title: 'Enter a recovery code',
    lead: 'You kept these codes when you set up your authenticator app. Each works once.',
    code: 'Recovery code',
    app: 'Use your authenticator app',
  },
  setUp: {
    title: 'Set up a second factor',
    lead: 'Operators sign in with a password and a code. Scan this with an authenticator app, then enter the 6 digits it shows.',
    picture: 'QR code for your authenticator app',
    byHand: 'Or type this key into your app:',
  },
  codes: {
    title: 'Keep your recovery codes',
    lead: 'Each code signs you in once when you do not have your phone. Keep them somewhere safe: they are not shown again.',
    list: 'Recovery codes',
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'They could not be copied. Please select them.',
    download: 'Download',
    file: 'recovery-codes.txt',
    submit: 'I HAVE KEPT THEM',
  },
  settings: {
    title: 'Your sign-in',
    newCodes: 'New recovery codes',
    remove: 'Use another app',
    removeLead:
      'This signs you out everywhere. With your next login you set up your new app. Enter a code of the present app, or a recovery code.',
    newCodesLead: 'The codes you have now stop working. Enter a code of your app.',
    cancel: 'Cancel',
    done: 'Done',
  },
} as const;

/** "Your authenticator app was set up on 3 Nov 2026. You have 9 recovery codes left." */
export const secondFactorState = (day: string, left: number): string =>
  `Your authenticator app was set up on ${day}. ${
    left === 0
      ? 'You have no recovery codes left: make new ones.'
      : left === 1
        ? 'You have one recovery code left.'
        : `You have ${left} recovery codes left.`
  }`;
