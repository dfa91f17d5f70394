import type { StripeAccess } from '../../ctx/payments.ts';

/** A customer's state in the sandbox. Times are seconds of the customer's own clock. */
export interface SandboxCustomer {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly card: string | null;
  readonly balance: string;
  /** null: time passes as for everybody. */
  readonly clock: { readonly now: number; readonly status: string; readonly next: number | null } | null;
  readonly subscriptions: readonly {
    readonly id: string;
    readonly status: string;
    readonly price: string;
    readonly periodEnd: number | null;
    readonly trialEnd: number | null;
    readonly ends: boolean;
  }[];
  readonly invoices: readonly {
    readonly id: string;
    readonly status: string;
    readonly total: string;
    readonly created: number;
    readonly url: string | null;
  }[];
}

/** An event and what became of its deliveries. */
export interface SandboxEvent {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly customer: string | null;
  readonly email: string | null;
  readonly deliveries: readonly {
    readonly state: string;
    readonly tries: number;
    /** The last answer's; 0 without an answer, null before the first try. */
    readonly status: number | null;
  }[];
}

/** Where a customer's clock has come, and what became of the webhooks on the way. */
export interface Traveled {
  readonly customer: string;
  readonly email: string | null;
  readonly from: number;
  readonly to: number;
  readonly delivered: number;
  readonly failed: number;
  readonly held: number;
}

/** Moves clocks and deliveries of a running sandbox. Every call may throw a SandboxRefusal. */
export interface SandboxConsole {
  /** The newest customers, or the one of an id or e-mail address. */
  customers(name?: string): Promise<readonly SandboxCustomer[]>;
  /** Moves a customer's clock by `15d`, `1mo` or to what happens `next`; waits until its webhooks are through. */
  travel(customer: string, by: string): Promise<Traveled>;
  /** The newest events, and whether new ones are held back. */
  events(customer?: string): Promise<{ readonly events: readonly SandboxEvent[]; readonly holds: boolean }>;
  /** Delivers an event once more; returns to how many endpoints. */
  send(event: string): Promise<number>;
  /** Holds back an event that waits, or `all` new ones. */
  hold(event: string): Promise<void>;
  /** Lets go of an event, or of `all`. */
  release(event: string): Promise<void>;
}

/** Why the sandbox did not do it, in its words. */
export class SandboxRefusal extends Error {
  override readonly name = 'SandboxRefusal';
}

const of = (customer: string | undefined): Record<string, string> =>
  customer === undefined ? {} : { customer };

/** The console of the sandbox that an access leads to; null for a real provider. */
export function createConsole(access: StripeAccess | null): SandboxConsole | null {
  if (access === null || !access.sandbox || access.api === null) return null;
  const { protocol, host, port } = access.api;
  const origin = `${protocol}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const call = async <T>(method: 'GET' | 'POST', path: string, query: Record<string, string>): Promise<T> => {
    const url = `${origin}/sandbox/${path}?${new URLSearchParams(query).toString()}`;
    const headers = { authorization: `Bearer ${access.secretKey}` };
    const response = await fetch(url, { method, headers }).catch((error: unknown) => {
      throw new SandboxRefusal(`No sandbox answers at ${origin}. Is Talkback running?`, { cause: error });
    });
    const body = (await response.json()) as T & { readonly error?: { readonly message: string } };
    if (!response.ok)
      throw new SandboxRefusal(body.error?.message ?? `The sandbox answered ${response.status}.`);
    return body;
  };
  const act = (event: string, action: string): Promise<{ deliveries: number }> =>
    call('POST', `events/${encodeURIComponent(event)}/${action}`, {});
  return {
    customers: async (name) =>
      (await call<{ customers: SandboxCustomer[] }>('GET', 'customers', of(name))).customers,
    travel: (customer, by) => call('POST', `customers/${encodeURIComponent(customer)}/clock`, { by }),
    events: (customer) => call('GET', 'events', of(customer)),
    send: async (event) => (await act(event, 'send')).deliveries,
    hold: async (event) => void (await act(event, 'hold')),
    release: async (event) => void (await act(event, 'release')),
  };
}
