import { randomText } from '../../lib/ids.ts';

const upper = (length: number): string => randomText(length).toUpperCase();

/** Ids as PayPal's look. */
export const newId = {
  product: (): string => `PROD-${upper(17)}`,
  plan: (): string => `P-${upper(24)}`,
  subscription: (): string => `I-${upper(12)}`,
  approval: (): string => `BA-${upper(17)}`,
  order: (): string => upper(17),
  payment: (): string => upper(17),
  dispute: (): string => `PP-D-${upper(8)}`,
  event: (): string => `WH-${upper(17)}-${upper(17)}`,
  debug: (): string => randomText(13).toLowerCase(),
};
