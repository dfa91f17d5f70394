import type { Job } from '../../ctx/ctx.ts';
import { updateCustomer } from './customers.ts';

/** Tells the provider of a changed name, address or VAT number (docs/product/buying.md#customers). */
export const tellProvider: Job<{ readonly person_id: string }> = {
  name: 'billing-tell-provider',
  run: (ctx, { person_id }) => updateCustomer(ctx, person_id),
};
