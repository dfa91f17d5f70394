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
  passkey: {
    title: 'Confirm that it is you',
    lead: 'Use your passkey for',
    submit: 'USE MY PASSKEY',
    busy: 'WAITING FOR YOUR DEVICE...',
    use: 'Use your passkey',
    notDone: 'Nothing was confirmed. Please try again.',
    unsupported: 'This browser cannot use passkeys here.',
    known: 'This device already has a passkey of yours.',
  },
  recovery: {
    title: 'Enter a recovery code',
    lead: 'You kept these codes when you set up your second factor. Each works once.',
    code: 'Recovery code',
    app: 'Use your authenticator app',
  },
  setUp: {
    title: 'Set up a second factor',
    lead: 'Operators sign in with a password and a code. Scan this with an authenticator app, then enter the 6 digits it shows.',
    picture: 'QR code for your authenticator app',
    byHand: 'Or type this key into your app:',
    or: 'Or without an app: by the fingerprint, face or PIN of this device, or by a security key.',
    passkey: 'Use a passkey instead',
  },
  codes: {
    title: 'Keep your recovery codes',
    lead: 'Each code signs you in once when you do not have your device. Keep them somewhere safe: they are not shown again.',
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
    remove: 'Set up everything anew',
    removeLead:
      'This removes your app, passkeys and recovery codes, and signs you out everywhere. With your next login you set up a second factor again.',
    newCodesLead: 'The codes you have now stop working.',
    proveByCode: 'Enter a code of your app, or a recovery code.',
    proveByRecovery: 'Enter a recovery code.',
    orByCode: 'Or enter a code of your app, or a recovery code.',
    orByRecovery: 'Or enter a recovery code.',
    cancel: 'Cancel',
    done: 'Done',
  },
} as const;

/** Texts of an authenticator app beside passkeys (docs/product/accounts.md#an-app-beside-passkeys). */
export const APP = {
  title: 'Authenticator app',
  add: 'Add an authenticator app',
  addLead: 'First confirm that it is you.',
  scan: 'Scan this with an authenticator app, then enter the 6 digits it shows.',
  added: 'The authenticator app was added.',
  remove: 'Remove',
  removeOf: 'Remove the authenticator app',
  removeLead: 'Its codes do not sign you in any more.',
  since: (day: string) => `Added on ${day}`,
} as const;

/** Texts of an operator's passkeys (docs/product/accounts.md#passkeys). */
export const PASSKEYS = {
  title: 'Passkeys',
  none: 'You have no passkey yet. One is quicker than a code, and no false page can take it from you.',
  add: 'Add a passkey',
  addLead: 'First confirm that it is you.',
  make: 'Your browser now asks how to keep the new passkey.',
  makeSubmit: 'MAKE THE PASSKEY',
  added: 'The passkey was added.',
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  name: 'Name',
  save: 'Save',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeLead: (name: string) => `${name} does not sign you in any more.`,
  made: (day: string) => `Added on ${day}`,
  used: (day: string) => `last used on ${day}`,
  unused: 'not used yet',
} as const;

/** "Your second factor was set up on 3 Nov 2026. You have 9 recovery codes left." */
export const secondFactorState = (day: string, left: number): string =>
  `Your second factor was set up on ${day}. ${
    left === 0
      ? 'You have no recovery codes left: make new ones.'
      : left === 1
        ? 'You have one recovery code left.'
        : `You have ${left} recovery codes left.`
  }`;
