-- Why a membership was cancelled, and restarts of a billing cycle.

create table billing_cancellations (
  id uuid primary key,
  person_id uuid not null references people on delete restrict,
  -- The subscription at its provider; null for a membership that no provider keeps.
  provider text,
  mode text,
  subscription_id text,
  -- What the person chose and wrote.
  reason text not null check (length(reason) between 1 and 64),
  comments text not null check (length(comments) <= 1020),
  requested_at timestamptz not null,
  -- Until when everything stays.
  ends_at timestamptz not null,
  -- The membership was resumed.
  taken_back_at timestamptz
);
create unique index billing_cancellations_one_open
  on billing_cancellations (person_id, provider, mode, subscription_id) nulls not distinct where taken_back_at is null;

-- A restart of a billing cycle; its number of tries is part of the idempotency key at the provider.
create table billing_restarts (
  provider text not null,
  mode text not null,
  subscription_id text not null,
  -- Of the period that the restart ends.
  period_start timestamptz not null,
  person_id uuid not null references people on delete restrict,
  tries integer not null default 1 check (tries > 0),
  done_at timestamptz,
  primary key (provider, mode, subscription_id, period_start)
);

-- The last service update that was shown; 0: none.
alter table memberships add column service_update_seen integer not null default 0;
