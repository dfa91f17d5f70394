-- What payment providers say, and what follows from it. `mode` keeps the ids of the sandbox, of test keys and of live
-- keys apart.

create table billing_customers (
  provider text not null check (provider in ('stripe', 'paypal')),
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  customer_id text not null,
  person_id uuid not null references people on delete restrict,
  created_at timestamptz not null,
  -- The default payment method, for the billing area.
  card_brand text,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  card_exp_month integer check (card_exp_month between 1 and 12),
  card_exp_year integer,
  synced_at timestamptz,
  -- The read at the provider that was stored last; an earlier one is dropped.
  read_number bigint,
  primary key (provider, mode, customer_id),
  unique (person_id, provider, mode)
);
create sequence billing_read_numbers;

-- A customer to be made at the provider: a repeat asks for the same one.
create table billing_customer_starts (
  provider text not null,
  mode text not null,
  person_id uuid not null references people on delete restrict,
  started_at timestamptz not null,
  primary key (provider, mode, person_id)
);

-- The provider's tax rates, made when first needed.
create table billing_tax_rates (
  provider text not null,
  mode text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- Hundredths of a percent: 2300 is 23 %.
  basis_points integer not null check (basis_points between 1 and 10000),
  tax_rate_id text not null,
  primary key (provider, mode, country, basis_points)
);

-- Every card and payer that a person has used: one trial for each.
create table billing_fingerprints (
  provider text not null,
  mode text not null,
  fingerprint text not null,
  person_id uuid not null references people on delete restrict,
  first_seen_at timestamptz not null,
  primary key (provider, mode, fingerprint, person_id)
);

-- A price once sold keeps its credits, rollover and tier: rows are retired, never changed.
create table billing_prices (
  provider text not null check (provider in ('stripe', 'paypal')),
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  price_id text not null,
  product_id text not null,
  kind text not null check (kind in ('plan', 'bundle', 'top-up')),
  -- The plan's or bundle's id in the catalogue; 'credit' for a top-up.
  offer_id text not null,
  name text not null,
  unit_cents integer not null check (unit_cents >= 0),
  currency text not null default 'usd' check (currency = 'usd'),
  credits integer not null check (credits >= 0),
  tier integer,
  is_annual boolean,
  has_rollover boolean,
  concurrency integer,
  made_at timestamptz not null,
  retired_at timestamptz,
  primary key (provider, mode, price_id),
  constraint billing_prices_plan check (
    (kind = 'plan') = (tier is not null) and (kind = 'plan') = (is_annual is not null)
    and (kind = 'plan') = (has_rollover is not null) and (kind = 'plan') = (concurrency is not null))
);
create unique index billing_prices_current on billing_prices (provider, mode, kind, offer_id) where retired_at is null;

-- Subscriptions as the provider last said.
create table billing_subscriptions (
  provider text not null,
  mode text not null,
  subscription_id text not null,
  customer_id text not null,
  person_id uuid not null references people on delete restrict,
  -- The provider's word.
  status text not null,
  -- The one membership that the person has by it.
  is_live boolean not null,
  -- When it was first paid or began its trial; null: never.
  active_from timestamptz,
  -- It became active beside another one: cancelled and refunded, it grants nothing.
  is_second boolean not null default false,
  item_id text not null,
  price_id text not null,
  created_at timestamptz not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  trial_end timestamptz,
  cancel_at_period_end boolean not null,
  cancel_at timestamptz,
  ended_at timestamptz,
  -- A plan change that takes effect later.
  pending_price_id text,
  pending_from timestamptz,
  last_payment_status text check (last_payment_status in ('success', 'failed')),
  -- What the provider says it will charge next, in cents.
  next_net_cents integer,
  next_vat_cents integer,
  next_total_cents integer,
  synced_at timestamptz not null,
  primary key (provider, mode, subscription_id),
  foreign key (provider, mode, customer_id) references billing_customers,
  foreign key (provider, mode, price_id) references billing_prices,
  check (next_net_cents + next_vat_cents = next_total_cents)
);
create unique index billing_subscriptions_one_live on billing_subscriptions (person_id) where is_live;
create index billing_subscriptions_customer on billing_subscriptions (provider, mode, customer_id);

-- One row for each payment that arrived; what it granted names it.
create table billing_payments (
  id uuid primary key,
  person_id uuid not null references people on delete restrict,
  provider text not null,
  mode text not null,
  -- The payment at the provider; the invoice's id where nothing was charged.
  provider_id text not null,
  kind text not null check (kind in ('plan', 'bundle', 'top-up')),
  price_id text not null,
  quantity integer not null check (quantity > 0),
  subscription_id text,
  invoice_id text,
  period_start timestamptz,
  period_end timestamptz,
  -- The $0 invoice that begins a trial.
  is_trial boolean not null default false,
  currency text not null check (currency = 'usd'),
  total_cents integer not null check (total_cents >= 0),
  -- The share of it that pays this item, before VAT.
  net_cents integer not null check (net_cents >= 0),
  refunded_cents integer not null default 0 check (refunded_cents between 0 and total_cents),
  dispute text check (dispute in ('open', 'won', 'lost')),
  paid_at timestamptz not null,
  unique (provider, mode, provider_id),
  foreign key (provider, mode, price_id) references billing_prices
);
create index billing_payments_person on billing_payments (person_id, paid_at);

-- What came with a price that the studio does not know: an operator's to settle. It grants nothing until it is known.
create table billing_unknown (
  provider text not null,
  mode text not null,
  -- The payment or the subscription at the provider.
  provider_id text not null,
  person_id uuid not null references people on delete restrict,
  price_id text not null,
  total_cents integer not null,
  first_seen_at timestamptz not null,
  primary key (provider, mode, provider_id)
);

create table billing_events (
  provider text not null,
  event_id text not null,
  type text not null,
  object_id text not null,
  customer_id text,
  created_at timestamptz not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  primary key (provider, event_id)
);
create index billing_events_waiting on billing_events (provider, customer_id) where handled_at is null;

-- The newest event that a reconciliation has seen in the provider's own list.
create table billing_cursors (
  provider text not null,
  mode text not null,
  event_id text not null,
  primary key (provider, mode)
);

-- A purchase from the press of the button on; its id is the idempotency key of every call to the provider.
create table billing_checkouts (
  id uuid primary key,
  person_id uuid not null references people on delete restrict,
  provider text not null,
  mode text not null,
  kind text not null check (kind in ('plan', 'bundle', 'top-up')),
  price_id text not null,
  quantity integer not null check (quantity between 1 and 100),
  coupon text,
  country text,
  -- `hosted`: on the provider's page; `card`: by the form in the studio.
  way text not null check (way in ('hosted', 'card')),
  state text not null check (state in ('starting', 'open', 'completed', 'expired', 'failed')),
  -- The Checkout session, or the subscription that the card form made.
  provider_id text,
  url text,
  return_to text,
  hold_id integer,
  -- What is sent to the provider, as text: a repeat under the same key sends the same, its order included.
  request json not null default '{}',
  started_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (provider, mode, price_id) references billing_prices
);
create unique index billing_checkouts_one_plan on billing_checkouts (person_id)
  where kind = 'plan' and state in ('starting', 'open');
create unique index billing_checkouts_provider on billing_checkouts (provider, mode, provider_id);
create index billing_checkouts_person on billing_checkouts (person_id, started_at);

-- Receipts: what was true when they were issued, never changed.
create table invoices (
  id uuid primary key,
  number text not null unique,
  kind text not null check (kind in ('invoice', 'credit_note')),
  person_id uuid not null references people on delete restrict,
  provider text not null,
  mode text not null,
  -- The provider's invoice, payment or refund.
  provider_id text not null,
  corrects uuid references invoices,
  payment_id uuid references billing_payments,
  issued_at timestamptz not null,
  currency text not null check (currency = 'usd'),
  discount_cents integer not null,
  net_cents integer not null,
  vat_cents integer not null,
  total_cents integer not null,
  -- Hundredths of a percent: 2300 is 23 %.
  vat_basis_points integer not null check (vat_basis_points between 0 and 10000),
  reverse_charge boolean not null,
  seller jsonb not null,
  buyer jsonb not null,
  lines jsonb not null,
  unique (provider, mode, kind, provider_id),
  check (net_cents + vat_cents = total_cents),
  check ((kind = 'credit_note') = (corrects is not null))
);
create index invoices_person on invoices (person_id, issued_at);
create trigger invoices_append_only before update or delete on invoices
  for each row execute function append_only();

create table invoice_numbers (
  year integer primary key,
  last integer not null check (last > 0)
);

alter table memberships
  add column provider text,
  add column mode text,
  add column subscription_id text,
  add column price_id text,
  add column product_id text,
  add column tier integer,
  add column plan_credits integer,
  add column has_rollover boolean,
  add column last_payment_status text check (last_payment_status in ('success', 'failed'));

-- A lot may be withdrawn from for several causes, and is closed by a renewal or a membership's end.
alter table credit_lots add column payment_id uuid references billing_payments;
create index credit_lots_payment on credit_lots (payment_id) where payment_id is not null;
alter table credit_entries
  add column payment_id uuid references billing_payments,
  add column cause text not null default '';
alter table credit_entries drop constraint credit_entries_once;
alter table credit_entries add constraint credit_entries_once
  unique nulls not distinct (lot_id, reason, session_id, payment_id, cause);
alter table credit_entries drop constraint credit_entries_reason_check;
alter table credit_entries add constraint credit_entries_reason_check
  check (reason in ('grant', 'spend', 'refund', 'expiry', 'withdrawal', 'rollover', 'return'));

-- What a person was told of once: a failed try, a trial's end, a card's expiry.
create table billing_notices (
  key text primary key,
  person_id uuid not null references people on delete restrict,
  at timestamptz not null
);
