-- The main way, complete: uploads in parts, waveforms, averages of ratings, sessions that move.

-- An upload in parts has an id at storage; when the sender's file was changed tells a changed file from the same one.
alter table uploads add column upload_id text, add column modified_ms bigint check (modified_ms >= 0);

create table waveforms (
  file_id uuid primary key references files on delete cascade,
  key text not null,
  seconds double precision check (seconds >= 0),
  peaks bytea,
  made_at timestamptz not null,
  -- Neither: the file cannot be read as audio.
  constraint waveforms_whole check ((peaks is null) = (seconds is null))
);

-- created_at stays when a rating is changed: 14 days count from it.
alter table ratings add column changed_at timestamptz;

alter table musicians
  add column rating_count integer not null default 0 check (rating_count >= 0),
  add column rating_sum integer not null default 0;
update musicians m set rating_count = r.count, rating_sum = r.sum
  from (select s.musician_id, count(*) as count, sum(r.stars) as sum
        from ratings r join sessions s on s.id = r.session_id group by s.musician_id) r
  where r.musician_id = m.person_id;
alter table musicians add constraint musicians_rating check (rating_sum between rating_count and 5 * rating_count);

-- A musician's average moves only with the ratings themselves; the verb has locked the musician before.
create function ratings_move() returns trigger language plpgsql as $$
declare
  moved integer := coalesce(new.session_id, old.session_id);
begin
  update musicians m
    set rating_count = m.rating_count + (tg_op = 'INSERT')::int - (tg_op = 'DELETE')::int,
        rating_sum = m.rating_sum + coalesce(new.stars, 0) - coalesce(old.stars, 0)
    from sessions s where s.id = moved and m.person_id = s.musician_id;
  return null;
end $$;
create trigger ratings_move after insert or update of stars or delete on ratings
  for each row execute function ratings_move();

-- Raised with every move of a session: its calendar entry follows.
alter table sessions add column calendar_sequence integer not null default 0;
