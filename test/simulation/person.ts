import type { Role } from '#shared/lib/endpoint.ts';
import type { Front } from '#shared/lib/wire.ts';
import type { TestPerson } from '../api/people.ts';
import type { PayPalLife } from '../storm/paypal-steps.ts';

/** How many of a person's last acts a failure tells. */
const KEPT = 25;

/** Somebody in the simulation. */
export class SimulatedPerson implements TestPerson, PayPalLife {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly front: Front;
  /** Where they call from: limits count each address. */
  readonly address: string;
  readonly random: () => number;
  cookie: string;
  password: string;
  customer: PayPalLife['customer'] = null;
  readonly told: string[] = [];
  readonly left: string[] = [];
  readonly refunded = new Set<string>();
  /** Blocked or erased: they cannot sign in. */
  isGone = false;
  /** By an operator. */
  isBlocked = false;
  /** Wants their account deleted, which is done 14 days later. */
  asksErasure = false;
  /** Has tried to buy something. */
  isBuyer = false;

  constructor(
    person: TestPerson,
    more: { readonly address: string; readonly password: string; readonly random: () => number },
  ) {
    this.id = person.id;
    this.email = person.email;
    this.role = person.role;
    this.front = person.front;
    this.cookie = person.cookie;
    this.address = more.address;
    this.password = more.password;
    this.random = more.random;
  }

  get person(): this {
    return this;
  }

  tell(what: string): void {
    this.told.push(what);
    if (this.told.length > KEPT) this.told.shift();
  }
}
