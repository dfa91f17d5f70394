import { ACCOUNT } from './rules-kept-account.ts';
import { MONEY } from './rules-kept-money.ts';
import { MUSICIAN } from './rules-kept-musician.ts';
import { STUDIO } from './rules-kept-studio.ts';
import type { Kept } from './rules-kept-table.ts';
import { WORK } from './rules-kept-work.ts';

/** Everything that is kept of people: the source for downloads, erasing and the check of the data (docs/product/own-data.md#what-is-kept). */
export const KEPT: readonly Kept[] = [...ACCOUNT, ...WORK, ...MONEY, ...MUSICIAN, ...STUDIO];

/** Tables without data of people. */
export const NOT_PERSONAL: ReadonlySet<string> = new Set([
  'applied_sql',
  'billing_cursors',
  'billing_prices',
  'billing_tax_rates',
  'content_documents',
  'content_pictures',
  'daily_figures',
  'data_checks',
  'doomed_objects',
  'flags',
  'handled',
  'instruments',
  'invoice_numbers',
  'services',
  'settings',
  'shown_musicians',
]);

/** Columns that hold codes, keys or names of things in whichever table they are. */
export const CODE_COLUMNS: ReadonlySet<string> = new Set([
  'mode',
  'provider',
  'kind',
  'state',
  'status',
  'phase',
  'role',
  'front',
  'purpose',
  'category',
  'ended',
  'price_id',
  'currency',
  'subscription_id',
  'provider_id',
  'customer_id',
  'folder',
  'content_type',
  'etag',
  'version',
  'template',
  'event',
  'from_status',
  'to_status',
  'slot_type',
  'side',
  'source',
  'zone',
]);

/** Whether a mail's address is that of an erased account, to which nothing is sent. */
export const isErasedAddress = (email: string): boolean => email.endsWith(`@${ERASED_HOST}`);
/** No mail reaches it (RFC 2606). */
const ERASED_HOST = 'deleted.invalid';
