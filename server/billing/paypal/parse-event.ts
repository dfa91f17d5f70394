import * as z from 'zod/mini';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Db } from '../../db/transaction.ts';
import type { Mode } from '#shared/billing/rules-provider.ts';
import { linkedId, ownerOf } from './objects.ts';
import * as queries from './queries-paypal.ts';

const Id = z.string().check(z.minLength(1), z.maxLength(255));
const Custom = z.optional(z.string().check(z.maxLength(255)));
const Links = z.optional(z.array(z.object({ rel: z.optional(z.string()), href: z.optional(z.url()) })));
const Event = z.object({
  id: Id,
  event_type: Id,
  create_time: z.iso.datetime({ offset: true }),
  resource: z.object({
    id: z.optional(Id),
    custom_id: Custom,
    custom: Custom,
    billing_agreement_id: z.optional(Id),
    sale_id: z.optional(Id),
    dispute_id: z.optional(Id),
    disputed_transactions: z.optional(
      z.array(z.object({ seller_transaction_id: z.optional(Id), custom: Custom })),
    ),
    purchase_units: z.optional(z.array(z.object({ custom_id: Custom }))),
    links: Links,
  }),
});

/** An event as far as it is believed: what it is about, never what it says of it. */
export interface PayPalEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: Temporal.Instant;
  readonly object_id: string;
  /** What PayPal is asked for by it from then on; null: nothing that is not known otherwise. */
  readonly kind: queries.ObjectKind | null;
  /** The person as the object names them. */
  readonly person_id: string | null;
  /** Objects and payments that lead to the person. */
  readonly subscription_id: string | null;
  readonly transactions: readonly string[];
}

const KINDS: readonly (readonly [RegExp, queries.ObjectKind | null])[] = [
  [/^BILLING\.SUBSCRIPTION\./, 'subscription'],
  [/^CHECKOUT\.ORDER\./, 'order'],
  [/^CUSTOMER\.DISPUTE\./, 'dispute'],
  [/^PAYMENT\.(SALE|CAPTURE)\.REFUNDED$/, 'refund'],
  [/^PAYMENT\.(SALE|CAPTURE)\./, null],
];

/** An event in our words; null: it has not the form of one, or is about nothing that is sold here. */
export function toEvent(value: unknown): Result<PayPalEvent | null, 'malformed'> {
  const parsed = Event.safeParse(value);
  if (!parsed.success) return fail('malformed');
  const { id, event_type: type, create_time, resource } = parsed.data;
  const found = KINDS.find(([pattern]) => pattern.test(type));
  if (found === undefined) return ok(null);
  const [, kind] = found;
  const disputes = resource.disputed_transactions ?? [];
  const custom =
    resource.custom_id ??
    resource.custom ??
    resource.purchase_units?.[0]?.custom_id ??
    disputes.find((one) => one.custom !== undefined)?.custom;
  const object_id = resource.dispute_id ?? resource.id ?? id;
  const parent = kind === 'refund' ? linkedId(linksOf(resource.links), 'up') : null;
  const disputed = disputes.map((one) => one.seller_transaction_id);
  return ok({
    id,
    type,
    created_at: Temporal.Instant.from(create_time),
    object_id,
    kind,
    person_id: ownerOf(custom)?.person_id ?? null,
    subscription_id: resource.billing_agreement_id ?? null,
    transactions: [resource.sale_id, parent, ...disputed, ...(kind === null ? [object_id] : [])].filter(
      (one) => typeof one === 'string',
    ),
  });
}

const linksOf = (links: z.infer<typeof Links>) =>
  links?.map(({ rel, href }) => ({
    ...(rel === undefined ? {} : { rel }),
    ...(href === undefined ? {} : { href }),
  }));

/** Whose event it is, as far as the studio knows; undefined: nobody's yet. */
export async function personOf(
  db: Db,
  mode: Mode,
  { person_id, object_id, subscription_id, transactions }: PayPalEvent,
): Promise<string | undefined> {
  if (person_id !== null) return (await queries.isPerson(db, person_id)) ? person_id : undefined;
  return (
    (await queries.personOfObject(db, mode, object_id)) ??
    (subscription_id === null ? undefined : await queries.personOfObject(db, mode, subscription_id)) ??
    (await queries.personOfPayment(db, mode, transactions))
  );
}
