-- A person's sessions as a calendar that others subscribe to by a secret address; only the address's hash is kept.
create table calendar_feeds (
  person_id uuid primary key references people on delete cascade,
  token_hash bytea not null unique,
  made_at timestamptz not null,
  -- When a calendar last read it, to the minute.
  read_at timestamptz
);
