create schema if not exists {schema};

-- Every object, as the API answers it, with what only the sandbox knows of it beside it.
create table if not exists {schema}.objects (
  seq bigint generated always as identity,
  id text primary key,
  kind text not null,
  customer text,
  clock text,
  -- When time alone changes the object next, in seconds of its clock.
  due bigint,
  deleted boolean not null default false,
  data jsonb not null,
  hidden jsonb not null
);
create index if not exists objects_by_kind on {schema}.objects (kind, seq);
create index if not exists objects_by_customer on {schema}.objects (customer, kind, seq);
-- For lists of what belongs to a customer, which name it in the object.
create index if not exists objects_of_customer on {schema}.objects (kind, (data #>> '{customer}'), seq);
create index if not exists objects_due on {schema}.objects (clock, due) where due is not null;

create table if not exists {schema}.idempotency_keys (
  key text primary key,
  call text not null,
  parameters text not null,
  status int not null,
  body jsonb not null,
  request text not null,
  created bigint not null
);

create table if not exists {schema}.deliveries (
  seq bigint generated always as identity primary key,
  event text not null,
  endpoint text not null,
  customer text,
  state text not null check (state in ('pending', 'held', 'delivered', 'failed')),
  -- Milliseconds of the wall clock.
  due bigint not null,
  attempts int not null default 0,
  -- A process is trying it.
  taken boolean not null default false,
  last_status int
);
create index if not exists deliveries_due on {schema}.deliveries (due, seq) where state = 'pending';
create index if not exists deliveries_by_event on {schema}.deliveries (event);

create table if not exists {schema}.settings (
  name text primary key,
  value jsonb not null
);
