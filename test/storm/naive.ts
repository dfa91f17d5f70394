import { OFFERS, type Offer, type Store } from '../rooms/store.ts';
import type { ProviderEvent } from './deliveries.ts';

interface Account {
  status: string;
  credits: number;
}

/** A handler that believes what events say, in the order of their arrival, each once. The usual mistake. */
export class NaiveHandler {
  readonly #seen = new Set<string>();
  readonly #accounts = new Map<string, Account>();
  readonly #offers: ReadonlyMap<string, Offer>;

  constructor(store: Store) {
    this.#offers = new Map(Object.entries(store.prices).map(([offer, price]) => [price, offer as Offer]));
  }

  accountOf(customer: string): Account {
    const account = this.#accounts.get(customer) ?? { status: 'none', credits: 0 };
    this.#accounts.set(customer, account);
    return account;
  }

  handle({ id, type, data: { object } }: ProviderEvent): void {
    const { customer } = object;
    if (this.#seen.has(id) || typeof customer !== 'string') return;
    this.#seen.add(id);
    const account = this.accountOf(customer);
    if (type.startsWith('customer.subscription.')) account.status = String(object['status']);
    else if (type === 'invoice.paid') account.credits += this.#ofInvoice(object);
    else if (type === 'payment_intent.succeeded') account.credits += this.#ofMetadata(object);
    else if (type === 'charge.refunded') account.credits -= 1;
  }

  #ofInvoice(invoice: Record<string, unknown>): number {
    const { data } = invoice['lines'] as { data: { pricing: { price_details: { price: string } } }[] };
    const offer = this.#offers.get(data[0]?.pricing.price_details.price ?? '');
    return offer === undefined ? 0 : OFFERS[offer].credits;
  }

  #ofMetadata(intent: Record<string, unknown>): number {
    const { kind, quantity } = intent['metadata'] as { kind?: string; quantity?: string };
    if (kind === undefined) return 0;
    return kind === 'bundle' ? 3 : Number(quantity);
  }
}
