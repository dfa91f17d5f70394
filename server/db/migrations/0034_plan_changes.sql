-- Changes of a running plan at once, from the press of the button on (docs/product/plan-changes.md#upgrade-and-switch).
create table billing_changes (
  id uuid primary key,
  person_id uuid not null references people on delete restrict,
  provider text not null,
  mode text not null,
  subscription_id text not null,
  price_id text not null,
  -- What the preview promised.
  counted_at timestamptz not null,
  due_cents integer not null,
  -- The membership was ending; it goes on with the new plan.
  resumes boolean not null,
  state text not null check (state in ('starting', 'open', 'done', 'failed')),
  -- What is sent to the provider, as text: a repeat under the same key sends the same, its order included.
  request json not null,
  started_at timestamptz not null,
  foreign key (provider, mode, price_id) references billing_prices
);
create unique index billing_changes_one on billing_changes (person_id) where state in ('starting', 'open');
create index billing_changes_person on billing_changes (person_id, started_at);
