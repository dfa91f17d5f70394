/** What the profile says (part 2 sections 2, 5 and 8). */
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

/** Changing the password in Security (part 2 sections 5 and 8). */
export const SECURITY = {
  currentRequired: 'You must specify your current password',
  newRequired: 'You must specify a new password',
  mismatch: 'The new password and its confirmation do not match',
  wrong: 'Incorrect password.',
  changed: 'Password was changed successfully.',
  trouble: 'We have some issues connecting to our servers. Please try again later.',
} as const;

/** The billing-address modal (part 1 sections 2 and 8). */
export const BILLING_ADDRESS = {
  title: 'Edit Billing Info',
  submit: 'Save changes',
  saved: 'Billing Information updated.',
} as const;
