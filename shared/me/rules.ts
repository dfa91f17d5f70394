import { passwordProblem } from '../accounts/rules.ts';
import { nameProblem, normalizeName } from '../accounts/rules-sign-up.ts';
import type { UserStatus } from '../billing/rules.ts';
import { normalizeVatNumber, vatNumberError } from '../lib/vat-number.ts';
import { countryName } from '../lib/countries.ts';
import type { FieldError } from '../lib/problem.ts';
import { oneLine } from '../lib/text.ts';
import type { BillingAddress } from './contract.ts';
import { PROFILE, SECURITY } from './texts.ts';

/** A partial change: what is left out stays as it is. */
export type Changes<T> = { readonly [Part in keyof T]?: T[Part] | undefined };

/** A change of the profile. */
export interface ProfileChange {
  readonly name?: string | undefined;
  readonly country?: string | null | undefined;
  readonly billing_address?: Changes<BillingAddress> | undefined;
}

const NAME_MAX = 255;

/** Error message for the profile's name; null if it is valid (docs/product/me.md#profile-name). */
export function profileNameProblem(name: string): string | null {
  if (name.trim() === '') return PROFILE.nameRequired;
  return nameProblem(name) ?? (normalizeName(name).length > NAME_MAX ? PROFILE.nameTooLong : null);
}

function countryProblem(code: string | null | undefined): string | null {
  return code === null || code === undefined || countryName(code) !== null ? null : PROFILE.unknownCountry;
}

/**
 * Errors of a profile change, by wire field. Only what is sent is checked
 * (docs/product/me.md#profile-changes).
 */
export function validateProfile(user: ProfileChange): FieldError[] {
  const messages = {
    'user.name': user.name === undefined ? null : profileNameProblem(user.name),
    'user.country': countryProblem(user.country),
    'user.billing_address.country': countryProblem(user.billing_address?.country),
  };
  return Object.entries(messages).flatMap(([field, message]) =>
    message === null ? [] : [{ field, message }],
  );
}

type Taxed = Pick<BillingAddress, 'country' | 'vat_number'>;

/**
 * The message for a VAT number that its billing country cannot have; null: it can
 * (docs/product/invoices.md#vat-numbers).
 */
export function vatNumberProblem({ country, vat_number }: Taxed): string | null {
  return vatNumberError(vat_number, country, countryName(country ?? '') ?? '');
}

/** A change of the billing address, beside what of it is stored already; a change of other parts is not checked. */
export function validateVatNumber(change: Changes<BillingAddress>, stored: Taxed): FieldError[] {
  if (change.country === undefined && change.vat_number === undefined) return [];
  const { country = stored.country, vat_number = stored.vat_number } = change;
  const message = vatNumberProblem({ country, vat_number });
  return message === null ? [] : [{ field: 'user.billing_address.vat_number', message }];
}

/** A change of the billing address as stored: each part in one line, the VAT number in its country's form. */
export function normalizeAddress(change: Changes<BillingAddress>, stored: Taxed): Changes<BillingAddress> {
  const parts = Object.entries(change).map(([part, value]) => [part, value && oneLine(value)]);
  const address = Object.fromEntries(parts) as Changes<BillingAddress>;
  const { country = stored.country, vat_number = stored.vat_number } = address;
  const number = normalizeVatNumber(vat_number, country);
  return number === stored.vat_number ? address : { ...address, vat_number: number };
}

/** Statuses to which the invoice form is shown; partners have none (docs/product/invoice.md#form). */
const INVOICE_FORM_STATUSES: ReadonlySet<UserStatus | null> = new Set([
  null,
  'subscriber',
  'pending_cancellation',
  'wix-user',
]);

/** Whether the link to the invoice form is shown to a status. */
export function showsInvoiceForm(status: UserStatus | null): boolean {
  return INVOICE_FORM_STATUSES.has(status);
}

/** Values of the password form. */
export interface PasswordForm {
  readonly current_password: string;
  readonly new_password: string;
  readonly confirmation: string;
}

/** Errors of the password form, by field (docs/product/me.md#security-tab). */
export function validatePasswordForm(form: PasswordForm): FieldError[] {
  const messages = {
    current_password:
      form.current_password === '' ? SECURITY.currentRequired : passwordProblem(form.current_password),
    new_password: form.new_password === '' ? SECURITY.newRequired : passwordProblem(form.new_password),
    confirmation: form.confirmation === form.new_password ? null : SECURITY.mismatch,
  };
  return Object.entries(messages).flatMap(([field, message]) =>
    message === null ? [] : [{ field, message }],
  );
}
