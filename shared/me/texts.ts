/** Texts of the profile (docs/product/me.md#profile-changes). */
export const PROFILE = {
  title: 'Profile',
  nameRequired: 'This field is required',
  nameTooLong: 'Please keep it to 255 characters.',
  unknownCountry: 'Please choose a country from the list.',
  saved: 'Changes saved.',
  trouble: 'We have some issues connecting to our servers. Please try again later.',
} as const;

export const NOTIFICATIONS = {
  saved: 'Preference saved.',
  trouble: 'We have some issues connecting to our servers. Please try again later.',
} as const;

/** Texts of the password form (docs/product/me.md#security-tab). */
export const SECURITY = {
  currentRequired: 'You must specify your current password',
  newRequired: 'You must specify a new password',
  mismatch: 'The new password and its confirmation do not match',
  wrong: 'Incorrect password.',
  changed: 'Password was changed successfully.',
  trouble: 'We have some issues connecting to our servers. Please try again later.',
} as const;

/** Texts of the billing address modal (docs/product/me.md#billing-address). */
export const BILLING_ADDRESS = {
  title: 'Edit Billing Info',
  submit: 'Save changes',
  saved: 'Billing Information updated.',
} as const;
