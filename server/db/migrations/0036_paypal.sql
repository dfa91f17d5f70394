-- PayPal (docs/product/paypal.md). Its customer is the person: `customer_id` is the person's id.

-- PayPal lists nothing by person: what it has of one is known here by its ids.
create table billing_paypal_objects (
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  object_id text not null,
  kind text not null check (kind in ('subscription', 'order', 'refund', 'dispute')),
  person_id uuid not null references people on delete restrict,
  first_seen_at timestamptz not null,
  primary key (mode, object_id)
);
create index billing_paypal_objects_person on billing_paypal_objects (person_id, mode);

-- Whose PayPal account paid last, for the billing area.
alter table billing_customers add column payer_email text;

-- The subscription, at whichever provider, that took the place of one, and from when on.
alter table billing_subscriptions
  add column replaced_by text,
  add column replaced_at timestamptz,
  add constraint billing_subscriptions_replaced check ((replaced_by is null) = (replaced_at is null));

alter table billing_checkouts
  -- The running subscription, at whichever provider, that this purchase takes the place of.
  add column replaces_provider text,
  add column replaces_subscription text,
  -- When its credit was counted, and by how many plan credits; it has not renewed since.
  add column counted_at timestamptz,
  add column credited_unspent integer check (credited_unspent >= 0),
  -- At PayPal: what is paid at the approval, in cents, and its VAT in hundredths of a percent.
  add column net_cents integer check (net_cents >= 0),
  add column vat_cents integer check (vat_cents >= 0),
  add column vat_basis_points integer check (vat_basis_points between 0 and 10000),
  add column reverse_charge boolean,
  -- At PayPal: when the first cycle is charged, and whether a trial lasts until then.
  add column cycles_from timestamptz,
  add column is_trial boolean not null default false,
  add constraint billing_checkouts_replaces
    check ((replaces_provider is null) = (replaces_subscription is null));

-- At PayPal: another plan from the next cycle on, which the payer approves. A downgrade, or its taking back.
create table billing_revisions (
  id uuid primary key,
  person_id uuid not null references people on delete restrict,
  mode text not null,
  subscription_id text not null,
  from_price_id text not null,
  to_price_id text not null,
  -- The end of the running period.
  effective_from timestamptz not null,
  state text not null check (state in ('starting', 'open', 'done', 'dropped')),
  url text,
  -- What is sent to PayPal, as text: a repeat under the same key sends the same.
  request json not null,
  started_at timestamptz not null
);
create unique index billing_revisions_one on billing_revisions (person_id) where state in ('starting', 'open');
create index billing_revisions_subscription on billing_revisions (mode, subscription_id, started_at);
