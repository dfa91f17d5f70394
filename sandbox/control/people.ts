import { readWork as readPayPal, type PayPalContext } from '../paypal/commands.ts';
import { findCustomer, readWork, type CommandContext } from '../stripe/commands.ts';
import { idOf } from '../stripe/store/reference.ts';

/** Where the providers' objects are; null: there is no PayPal. */
export interface Providers {
  readonly stripe: CommandContext;
  readonly paypal: PayPalContext | null;
}

/** Somebody at one provider or both. */
export interface Person {
  readonly email: string | null;
  readonly customer: { readonly id: string; readonly clock: string | null } | null;
  /** The id by which PayPal's objects name them; null: PayPal knows nothing of them. */
  readonly person: string | null;
}

/** The person of a customer's id, a person's id or an e-mail address; null: nobody knows them. */
export async function findPerson({ stripe, paypal }: Providers, name: string): Promise<Person | null> {
  const customer = await readWork(stripe, async (work) => {
    const [named] = await work.select('test_helpers.test_clock', [
      { sql: "data ->> 'name' = $", values: [name] },
    ]);
    const owned =
      named === undefined ? [] : await work.select('customer', [{ sql: 'clock = $', values: [named.id] }]);
    const found = owned[0] ?? (await findCustomer(work, name));
    const clock = found === null ? null : idOf(found.test_clock);
    const person =
      clock === null ? null : ((await work.find('test_helpers.test_clock', clock))?.name ?? null);
    return found === null ? null : { id: found.id, email: found.email, clock, person };
  });
  const wanted = customer?.person ?? name;
  const payer =
    paypal === null
      ? null
      : await readPayPal(paypal, async (work) => {
          const { rows } = await work.client.query<{ person: string; email: string | null }>(
            `select customer as person, hidden ->> 'email' as email from ${work.schema}.objects
             where kind in ('subscription', 'order') and (customer = $1 or hidden ->> 'email' = $2
               or data #>> '{subscriber,email_address}' = $2 or data #>> '{payer,email_address}' = $2)
             order by (customer = $1) desc, (hidden ->> 'email' = $2) desc nulls last, seq desc limit 1`,
            [wanted, customer?.email ?? name],
          );
          return rows[0] ?? null;
        });
  if (customer === null && payer === null) return null;
  return {
    email: customer?.email ?? payer?.email ?? null,
    customer: customer === null ? null : { id: customer.id, clock: customer.clock },
    person: payer?.person ?? null,
  };
}
