import type { TestApp } from '../api/app.ts';
import { newId } from '#server/lib/ids.ts';

const party = (name: string) => JSON.stringify({ name, address: ['Rua 1'], vat_number: null });

/** A paid invoice of $244.77 for Studio 5; its id. */
export async function makeInvoice(app: TestApp, person: { readonly id: string }): Promise<string> {
  const id = newId();
  await app.db
    .insertInto('invoices')
    .values({
      id,
      number: 'TB-2026-000001',
      kind: 'invoice',
      person_id: person.id,
      provider: 'stripe',
      mode: 'test',
      provider_id: 'in_1',
      issued_at: app.clock.now(),
      currency: 'usd',
      discount_cents: 0,
      net_cents: 19_900,
      vat_cents: 4577,
      total_cents: 24_477,
      vat_basis_points: 2300,
      reverse_charge: false,
      seller: party('Night Owl Lda.'),
      buyer: party('Clara Client'),
      lines: JSON.stringify([{ label: 'Studio 5', quantity: 1, net_cents: 19_900 }]),
    })
    .execute();
  return id;
}
