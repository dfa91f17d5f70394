-- The way from booking to delivery: people, catalogue, slots and claims, sessions, files, credits.
-- What races is decided here, by constraints; server/db/constraints.ts gives each one its words.
create extension if not exists btree_gist;

-- accounts -------------------------------------------------------------------------------------------------

create table people (
  id uuid primary key,
  email text not null check (length(email) <= 254),
  role text not null check (role in ('client', 'partner', 'operator', 'managed')),
  name text not null check (length(name) between 1 and 255),
  zone text not null,
  country text,
  avatar text,
  password_hash text,
  waitlisted boolean not null default false,
  created_at timestamptz not null
);
create unique index people_email on people (lower(email));

create table login_sessions (
  token_hash bytea primary key,
  person_id uuid not null references people on delete cascade,
  front text not null check (front in ('studio', 'partners', 'operator')),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index login_sessions_person on login_sessions (person_id);
create index login_sessions_expiry on login_sessions (expires_at);

create table one_time_tokens (
  hash bytea primary key,
  purpose text not null check (purpose in ('front_ticket')),
  person_id uuid not null references people on delete cascade,
  front text check (front in ('studio', 'partners', 'operator')),
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index one_time_tokens_expiry on one_time_tokens (expires_at);

create table rate_counters (
  key text primary key,
  hits integer not null,
  window_ends timestamptz not null
);

create table idempotency (
  actor_id uuid not null references people on delete cascade,
  key text not null check (length(key) between 1 and 255),
  endpoint text not null,
  request_hash bytea not null,
  status integer,
  body jsonb,
  created_at timestamptz not null,
  primary key (actor_id, key)
);

-- content --------------------------------------------------------------------------------------------------

create table settings (key text primary key, value jsonb not null);
create table flags (key text primary key, value jsonb not null);

-- catalogue ------------------------------------------------------------------------------------------------

create table instruments (
  id uuid primary key,
  slug text not null unique,
  label text not null,
  position integer not null
);

create table musicians (
  person_id uuid primary key references people on delete restrict,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null default '',
  bio text not null default '',
  card_description text not null default '',
  image text,
  zone text not null,
  visible boolean not null default true,
  rank integer not null default 1000,
  services_first boolean not null default false,
  sessions_type text not null default 'all' check (sessions_type in ('offline', 'live', 'all')),
  zoom_link text,
  audiomovers_link text,
  recredit_limit_hours integer not null default 48 check (recredit_limit_hours >= 0),
  slots_until date,
  next_free_at timestamptz,
  next_free_stale_at timestamptz
);
create index musicians_order on musicians (rank, person_id) where visible;
create index musicians_stale on musicians (next_free_stale_at) where next_free_stale_at is not null;

create table services (
  id uuid primary key,
  value text not null unique,
  label text not null,
  short_description text not null,
  service_description text not null,
  category text not null,
  session_type text not null check (session_type in ('offline', 'live', 'all')),
  unit_minutes integer not null check (unit_minutes between 5 and 180),
  slots integer not null check (slots between 1 and 12),
  credits integer not null check (credits >= 0),
  alternative_value integer check (alternative_value >= 0),
  alternative_value_annual integer check (alternative_value_annual >= 0),
  exclusive_prices_value integer check (exclusive_prices_value >= 0),
  files_deadline integer not null check (files_deadline >= 0),
  files_deadline_enabled boolean not null,
  files_delivery integer not null default 15 check (files_delivery >= 0),
  is_default boolean not null default false,
  service_url text,
  info_button_body text,
  form_flags jsonb not null,
  file_upload_rules jsonb not null,
  position integer not null
);

create table musician_services (
  musician_id uuid not null references musicians on delete cascade,
  service_id uuid not null references services on delete restrict,
  primary key (musician_id, service_id)
);
create index musician_services_reverse on musician_services (service_id, musician_id);

create table musician_instruments (
  musician_id uuid not null references musicians on delete cascade,
  instrument_id uuid not null references instruments on delete restrict,
  primary key (musician_id, instrument_id)
);
create index musician_instruments_reverse on musician_instruments (instrument_id, musician_id);

-- billing: what booking asks for ---------------------------------------------------------------------------

create table memberships (
  person_id uuid primary key references people on delete cascade,
  status text not null check (status in
    ('signup', 'trial', 'subscriber', 'cancelled', 'ondemand', 'pending_cancellation', 'wix-user')),
  plan_name text,
  is_annual boolean not null default false,
  legacy boolean not null default false,
  has_exclusive_prices boolean not null default false,
  is_pre_pivot boolean not null default false,
  concurrency integer not null default 30 check (concurrency >= 0),
  next_billing_at timestamptz,
  ended_at timestamptz
);

-- calendar -------------------------------------------------------------------------------------------------

create table weekly_hours (
  id uuid primary key,
  musician_id uuid not null references musicians on delete cascade,
  weekday integer not null check (weekday between 1 and 7),
  starts time not null,
  unit_minutes integer not null check (unit_minutes between 5 and 180),
  category text not null,
  unique (musician_id, weekday, starts, category)
);

create table holidays (
  musician_id uuid not null references musicians on delete cascade,
  day date not null,
  primary key (musician_id, day)
);

create table slots (
  id uuid primary key,
  musician_id uuid not null references musicians on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  during tstzrange not null generated always as (tstzrange(starts_at, ends_at, '[)')) stored,
  category text not null,
  slot_type text not null check (slot_type in ('fixed', 'flexible')),
  hidden boolean not null default false,
  unique (musician_id, during, category),
  unique (id, musician_id, during)
);
create index slots_shown on slots (musician_id, starts_at) where not hidden;

-- sessions -------------------------------------------------------------------------------------------------

create table tracks (
  id uuid primary key,
  client_id uuid not null references people on delete cascade,
  title text not null check (length(title) between 1 and 254),
  track_genre text,
  reference_track text check (length(reference_track) <= 254),
  meter text check (length(meter) <= 254),
  bpm text check (length(bpm) <= 254),
  sample_rate text,
  options jsonb not null default '{}',
  created_at timestamptz not null
);
create index tracks_client on tracks (client_id, created_at desc);

create table sessions (
  id integer generated always as identity (start with 100001) primary key,
  client_id uuid not null references people on delete restrict,
  musician_id uuid not null references musicians on delete restrict,
  service_id uuid not null references services on delete restrict,
  phase text not null check (phase in ('hold', 'booked', 'cancelled')),
  status text not null check (status in
    ('prebooked', 'client_files_upload_required', 'client_files_pending_review', 'client_files_update_required',
     'partner_ready_to_go', 'partner_upload_required', 'partner_deliverables_ready', 'cancelled')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  duration integer not null check (duration between 1 and 180),
  price integer not null check (price >= 0),
  held_until timestamptz,
  hold_extended boolean not null default false,
  created_at timestamptz not null,
  booked_at timestamptz,
  last_update timestamptz not null,
  files_due_at timestamptz,
  is_first_session boolean not null default false,
  track_id uuid references tracks on delete set null,
  title text check (length(title) <= 254),
  track_genre text,
  reference_track text,
  meter text,
  bpm text,
  sample_rate text,
  options jsonb not null default '{}',
  files_format text,
  attendance boolean,
  cancelled_at timestamptz,
  cancelled_by uuid references people,
  constraint sessions_hold_has_an_end check ((phase = 'hold') = (held_until is not null)),
  constraint sessions_hold_is_prebooked check ((phase = 'hold') = (status = 'prebooked')),
  constraint sessions_cancelled check ((phase = 'cancelled') = (status = 'cancelled')),
  constraint sessions_booked_at check ((phase = 'hold') = (booked_at is null))
);
create unique index sessions_one_hold on sessions (client_id) where phase = 'hold';
create index sessions_client on sessions (client_id, starts_at) where phase <> 'hold';
create index sessions_musician on sessions (musician_id, starts_at) where phase <> 'hold';
create index sessions_held on sessions (held_until) where phase = 'hold';

create table slot_claims (
  slot_id uuid primary key,
  session_id integer not null references sessions on delete cascade,
  musician_id uuid not null,
  during tstzrange not null,
  held_until timestamptz,
  foreign key (slot_id, musician_id, during) references slots (id, musician_id, during),
  constraint slot_claims_no_overlap exclude using gist (musician_id with =, during with &&)
);
create index slot_claims_session on slot_claims (session_id);

create table session_events (
  id uuid primary key,
  session_id integer not null references sessions on delete cascade,
  at timestamptz not null,
  event text not null,
  from_status text not null,
  to_status text not null,
  actor_id uuid references people
);
create index session_events_session on session_events (session_id, at);

create table feedback (
  id uuid primary key,
  session_id integer not null references sessions on delete cascade,
  author_id uuid not null references people,
  feedback_type text not null check (feedback_type in ('cancel-by-user', 'missing_materials', 'contact_support')),
  cancellation_reasons jsonb not null default '[]',
  feedback_notes text,
  created_at timestamptz not null
);
create index feedback_session on feedback (session_id, created_at);

create table ratings (
  session_id integer primary key references sessions on delete cascade,
  stars integer not null check (stars between 1 and 5),
  comment text check (length(comment) <= 1000),
  created_at timestamptz not null
);

-- messages -------------------------------------------------------------------------------------------------

create table threads (
  id uuid primary key,
  session_id integer not null unique references sessions on delete cascade,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references people
);

create table messages (
  id uuid primary key,
  thread_id uuid not null references threads on delete cascade,
  author_id uuid not null references people,
  body text not null check (length(body) between 1 and 1000),
  created_at timestamptz not null
);
create index messages_thread on messages (thread_id, created_at, id);

create table thread_reads (
  thread_id uuid not null references threads on delete cascade,
  person_id uuid not null references people on delete cascade,
  read_at timestamptz not null,
  primary key (thread_id, person_id)
);

-- files ----------------------------------------------------------------------------------------------------

create table uploads (
  id uuid primary key,
  session_id integer not null references sessions on delete cascade,
  folder text not null check (folder in ('user', 'output')),
  prefix text not null,
  name text not null check (length(name) >= 1),
  key text not null unique,
  content_type text not null,
  size bigint check (size >= 0),
  created_by uuid not null references people,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index uploads_session on uploads (session_id);
create index uploads_expiry on uploads (expires_at);

create table files (
  id uuid primary key,
  session_id integer not null references sessions on delete cascade,
  folder text not null check (folder in ('user', 'output')),
  prefix text not null,
  name text not null,
  key text not null unique,
  content_type text not null,
  size bigint not null check (size >= 0),
  crc32 bigint check (crc32 between 0 and 4294967295),
  uploaded_by uuid not null references people,
  last_modified timestamptz not null,
  unique (session_id, folder, prefix, name)
);
create index files_without_checksum on files (id) where crc32 is null;

create table doomed_objects (
  key text primary key,
  doomed_at timestamptz not null
);

-- credits --------------------------------------------------------------------------------------------------

create table credit_lots (
  id uuid primary key,
  person_id uuid not null references people on delete restrict,
  source text not null check (source in
    ('plan', 'rollover', 'top-up', 'bundle', 'trial', 'referral', 'operator', 'refund')),
  amount integer not null check (amount > 0),
  remaining integer not null default 0,
  granted_at timestamptz not null,
  expires_at timestamptz,
  origin_lot_id uuid references credit_lots,
  grant_key text not null unique,
  constraint credit_lots_within check (remaining between 0 and amount)
);
create index credit_lots_person on credit_lots (person_id, id);
create index credit_lots_expiry on credit_lots (expires_at) where remaining > 0;

create table credit_entries (
  id uuid primary key,
  lot_id uuid not null references credit_lots on delete restrict,
  delta integer not null check (delta <> 0),
  reason text not null check (reason in ('grant', 'spend', 'refund', 'expiry', 'withdrawal')),
  session_id integer references sessions on delete restrict,
  at timestamptz not null,
  constraint credit_entries_once unique nulls not distinct (lot_id, reason, session_id)
);
create index credit_entries_session on credit_entries (session_id) where session_id is not null;

create function credit_entries_move() returns trigger language plpgsql as $$
begin
  update credit_lots set remaining = remaining + new.delta where id = new.lot_id;
  return new;
end $$;
create trigger credit_entries_move after insert on credit_entries
  for each row execute function credit_entries_move();

create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger credit_entries_append_only before update or delete on credit_entries
  for each row execute function append_only();
create trigger session_events_append_only before update on session_events
  for each row execute function append_only();

-- Only the entries' trigger moves what remains: a lot starts empty and its grant fills it.
create function credit_lots_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.remaining <> 0 then
    raise exception 'a lot starts empty' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and new.remaining <> old.remaining and pg_trigger_depth() < 2 then
    raise exception 'only entries move a lot' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger credit_lots_guard before insert or update on credit_lots
  for each row execute function credit_lots_guard();

-- events ---------------------------------------------------------------------------------------------------

create table handled (
  event_id uuid not null,
  handler text not null,
  at timestamptz not null,
  primary key (event_id, handler)
);
