-- What the nightly check of the data found, newest last; what it checks is in server/operator/check-data.ts.
create table data_checks (
  id uuid primary key,
  checked_at timestamptz not null,
  milliseconds integer not null check (milliseconds >= 0),
  -- [{invariant, count, ids}]; empty: all was in order.
  breaches jsonb not null check (jsonb_typeof(breaches) = 'array')
);
create index data_checks_newest on data_checks (checked_at desc);
