-- Each dispute of a payment, and how far it is settled. A payment of an earlier release has the state of its first
-- dispute in `billing_payments.dispute`.
create table billing_disputes (
  provider text not null,
  mode text not null,
  dispute_id text not null,
  payment_id uuid not null references billing_payments on delete restrict,
  state text not null check (state in ('open', 'won', 'lost')),
  primary key (provider, mode, dispute_id)
);
create index billing_disputes_payment on billing_disputes (payment_id);
