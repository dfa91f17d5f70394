-- Browsers that somebody has signed in from: the wrong tries of strangers do not count against these.
create table known_browsers (
  person_id uuid not null references people on delete cascade,
  hash bytea not null check (length(hash) = 32),
  seen_at timestamptz not null,
  constraint known_browsers_pkey primary key (person_id, hash)
);
create index known_browsers_hash on known_browsers (hash);
create index known_browsers_seen on known_browsers (seen_at);

-- Until when nothing more is let through under this key, where pauses grow.
alter table rate_counters add column paused_until timestamptz;
