import { passwordProblem } from '../accounts/rules.ts';
import { nameProblem, normalName } from '../accounts/rules-sign-up.ts';
import { countryName } from '../lib/countries.ts';
import type { FieldError } from '../lib/problem.ts';
import { oneLine } from '../lib/text.ts';
import type { BillingAddress } from './contract.ts';
import { PROFILE, SECURITY } from './texts.ts';

/** Some parts of something; those that are left out stay as they are. */
export type Some<T> = { readonly [Part in keyof T]?: T[Part] | undefined };

/** What somebody changes of their profile. */
export interface ProfileChange {
  readonly name?: string | undefined;
  readonly country?: string | null | undefined;
  readonly billing_address?: Some<BillingAddress> | undefined;
}

const NAME_MAX = 255;

/** What is wrong with the name of a profile, in words; null when it will do (part 2 section 5 "Profile name"). */
export function profileNameProblem(name: string): string | null {
  if (name.trim() === '') return PROFILE.nameRequired;
  return nameProblem(name) ?? (normalName(name).length > NAME_MAX ? PROFILE.nameTooLong : null);
}

function countryProblem(code: string | null | undefined): string | null {
  return code === null || code === undefined || countryName(code) !== null ? null : PROFILE.unknownCountry;
}

/** What is wrong with a change of the profile, by wire field. Only what is sent is judged. */
export function validateProfile(user: ProfileChange): FieldError[] {
  const found = {
    'user.name': user.name === undefined ? null : profileNameProblem(user.name),
    'user.country': countryProblem(user.country),
    'user.billing_address.country': countryProblem(user.billing_address?.country),
  };
  return Object.entries(found).flatMap(([field, message]) => (message === null ? [] : [{ field, message }]));
}

/** A billing address as it is kept: each part in one line. */
export function normalAddress(address: Some<BillingAddress>): Some<BillingAddress> {
  const parts = Object.entries(address).map(([part, value]) => [part, value && oneLine(value)]);
  return Object.fromEntries(parts) as Some<BillingAddress>;
}

/** What the form for a new password holds. */
export interface PasswordForm {
  readonly current_password: string;
  readonly new_password: string;
  readonly confirmation: string;
}

/** What is wrong with the form for a new password, by its fields, in the words of part 2 section 5. */
export function validatePasswordForm(form: PasswordForm): FieldError[] {
  const found = {
    current_password:
      form.current_password === '' ? SECURITY.currentRequired : passwordProblem(form.current_password),
    new_password: form.new_password === '' ? SECURITY.newRequired : passwordProblem(form.new_password),
    confirmation: form.confirmation === form.new_password ? null : SECURITY.mismatch,
  };
  return Object.entries(found).flatMap(([field, message]) => (message === null ? [] : [{ field, message }]));
}
