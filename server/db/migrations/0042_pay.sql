-- What musicians earn an hour, with its history: a rate holds from its day on until the next one's.
create table musician_rates (
  musician_id uuid not null references musicians on delete cascade,
  valid_from date not null,
  fixed_cents integer not null check (fixed_cents between 0 and 10000000),
  flexible_cents integer not null check (flexible_cents between 0 and 10000000),
  set_at timestamptz not null,
  primary key (musician_id, valid_from)
);

-- A closed month: its figures with the slots and rates that they come from, in the zone of that time. The instants say
-- what it covers, so that a musician who moves to another zone is paid for each slot once.
create table musician_months (
  musician_id uuid not null references musicians on delete restrict,
  month date not null check (extract(day from month) = 1),
  zone text not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  figures jsonb not null,
  rates jsonb not null,
  slots jsonb not null,
  payment_cents integer not null check (payment_cents >= 0),
  closed_at timestamptz not null,
  primary key (musician_id, month),
  constraint musician_months_order check (until_at > from_at),
  constraint musician_months_no_overlap
    exclude using gist (musician_id with =, tstzrange(from_at, until_at) with &&)
);
create trigger musician_months_append_only before update or delete on musician_months
  for each row execute function append_only();
