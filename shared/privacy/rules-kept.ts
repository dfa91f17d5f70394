import { ACCOUNT } from './rules-kept-account.ts';
import { MONEY } from './rules-kept-money.ts';
import { MUSICIAN } from './rules-kept-musician.ts';
import { STUDIO } from './rules-kept-studio.ts';
import type { Kept } from './rules-kept-table.ts';
import { WORK } from './rules-kept-work.ts';

/** Everything that is kept of people: the source for downloads, erasing and the check of the data (docs/product/own-data.md#what-is-kept). */
export const KEPT: readonly Kept[] = [...ACCOUNT, ...WORK, ...MONEY, ...MUSICIAN, ...STUDIO];

/** Whether a mail's address is that of an erased account, to which nothing is sent. */
export const isErasedAddress = (email: string): boolean => email.endsWith(`@${ERASED_HOST}`);
/** No mail reaches it (RFC 2606). */
const ERASED_HOST = 'deleted.invalid';
