-- What somebody has chosen and written for a booking that is not confirmed: any of their browsers goes on with it.
create table booking_drafts (
  person_id uuid not null references people on delete cascade,
  musician_id uuid not null references musicians on delete cascade,
  -- The hold that it belongs to; its row may be gone.
  session_id integer not null,
  service_id uuid not null,
  slots jsonb not null check (jsonb_typeof(slots) = 'array'),
  step text not null check (length(step) <= 20),
  form jsonb not null check (jsonb_typeof(form) = 'object'),
  saved_at timestamptz not null,
  primary key (person_id, musician_id)
);
create index booking_drafts_old on booking_drafts (saved_at);
