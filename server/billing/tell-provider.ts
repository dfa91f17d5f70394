import type { Job } from '../ctx/ctx.ts';
import { updateTaxes } from './paypal/update-taxes.ts';
import { updateCustomer } from './stripe/customers.ts';

/** Tells the providers of a changed name, address, VAT number or VAT (docs/product/buying.md#customers). */
export const tellProvider: Job<{ readonly person_id: string }> = {
  name: 'billing-tell-provider',
  async run(ctx, { person_id }) {
    await updateCustomer(ctx, person_id);
    await updateTaxes(ctx, person_id);
  },
};
