import type { Role } from '#shared/lib/endpoint.ts';
import type { Tables } from '#server/db/tables.ts';
import type { LotSource } from '#shared/credits/rules.ts';

/** A person of the demo who is not a musician. */
export interface DemoPerson {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly zone: string;
  readonly country: string;
  readonly membership?: {
    readonly status: Tables['memberships']['status'];
    readonly plan?: string;
    readonly annual?: boolean;
    readonly legacy?: boolean;
    readonly prePivot?: boolean;
    readonly endedDaysAgo?: number;
  };
  readonly credits?: readonly { readonly source: LotSource; readonly amount: number }[];
  /** Unused plan credits of past months, which fill the bank. */
  readonly monthsSaved?: number;
  /** The provider's test card that pays the membership; not that of strangers, as a card has one trial. */
  readonly card?: string;
}

const STUDIO_5 = { status: 'subscriber', plan: 'Studio 5' } as const;

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    email: 'client@demo.test',
    name: 'Nora Vance',
    role: 'client',
    zone: 'Europe/Lisbon',
    country: 'PT',
    card: 'pm_card_mastercard',
    membership: STUDIO_5,
    credits: [
      { source: 'plan', amount: 5 },
      { source: 'top-up', amount: 3 },
    ],
    monthsSaved: 5,
  },
  {
    email: 'client2@demo.test',
    name: 'Jonas Lindqvist',
    role: 'client',
    zone: 'Europe/Stockholm',
    country: 'SE',
    card: 'pm_card_visa_debit',
    membership: STUDIO_5,
    credits: [{ source: 'plan', amount: 5 }],
    monthsSaved: 3,
  },
  {
    email: 'trial@demo.test',
    name: 'Maya Okafor',
    role: 'client',
    zone: 'Africa/Lagos',
    country: 'NG',
    card: 'pm_card_amex',
    membership: { status: 'trial', plan: 'Studio 5' },
    credits: [{ source: 'trial', amount: 1 }],
  },
  {
    email: 'ondemand@demo.test',
    name: 'Theo Marchetti',
    role: 'client',
    zone: 'Europe/Rome',
    country: 'IT',
    membership: { status: 'ondemand' },
    credits: [{ source: 'bundle', amount: 10 }],
  },
  {
    email: 'cancelled@demo.test',
    name: 'Ida Halvorsen',
    role: 'client',
    zone: 'Europe/Oslo',
    country: 'NO',
    membership: { status: 'cancelled', plan: 'Studio 2', endedDaysAgo: 20 },
    credits: [{ source: 'top-up', amount: 2 }],
  },
  {
    email: 'annual@demo.test',
    name: 'Priya Raman',
    role: 'client',
    zone: 'Asia/Kolkata',
    country: 'IN',
    card: 'pm_card_visa_debit',
    membership: { status: 'subscriber', plan: 'Studio 60', annual: true },
    credits: [{ source: 'plan', amount: 60 }],
  },
  {
    email: 'signup@demo.test',
    name: 'Caleb Stone',
    role: 'client',
    zone: 'America/Chicago',
    country: 'US',
    membership: { status: 'signup' },
  },
  {
    email: 'legacy@demo.test',
    name: 'Odile Fournier',
    role: 'client',
    zone: 'Europe/Paris',
    country: 'FR',
    membership: { status: 'subscriber', plan: 'Founders', legacy: true, prePivot: true },
    credits: [{ source: 'plan', amount: 4 }],
    monthsSaved: 2,
  },
  {
    email: 'managed@demo.test',
    name: 'Wren Abbott',
    role: 'managed',
    zone: 'Europe/London',
    country: 'GB',
    // Pays for what the operator books for them.
    credits: [{ source: 'operator', amount: 6 }],
  },
  {
    email: 'tomas@demo.test',
    name: 'Tomas Brandl',
    role: 'client',
    zone: 'Europe/Prague',
    country: 'CZ',
    membership: { status: 'ondemand' },
    credits: [{ source: 'operator', amount: 12 }],
  },
  {
    email: 'aisha@demo.test',
    name: 'Aisha Karim',
    role: 'client',
    zone: 'Europe/London',
    country: 'GB',
    membership: { status: 'ondemand' },
    credits: [{ source: 'operator', amount: 12 }],
  },
  {
    email: 'will@demo.test',
    name: 'Will Thornton',
    role: 'client',
    zone: 'America/Denver',
    country: 'US',
    membership: { status: 'ondemand' },
    credits: [{ source: 'operator', amount: 12 }],
  },
  { email: 'operator@demo.test', name: 'Sol Ibarra', role: 'operator', zone: 'Europe/Lisbon', country: 'PT' },
];
