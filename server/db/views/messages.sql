-- The messages' published reads.

-- How many minutes clients waited for a musician's next message, each run of messages once from its first, in the
-- conversations of the musician's latest 200 sessions that begin at from_at or later.
create or replace function musician_answers(of_musician uuid, from_at timestamptz)
returns table (minutes double precision) language sql stable as $$
  with said as (
    select t.id as thread_id, m.created_at, m.id, m.author_id = of_musician as by_musician,
      lag(m.author_id = of_musician) over conversation as before
    from (
      select id, client_id from sessions
      where musician_id = of_musician and phase <> 'hold' and starts_at >= from_at
      order by starts_at desc limit 200
    ) s
    join threads t on t.session_id = s.id
    join messages m on m.thread_id = t.id and m.author_id in (of_musician, s.client_id)
    window conversation as (partition by t.id order by m.created_at, m.id)
  ), turns as (
    select by_musician, created_at,
      lead(created_at) over (partition by thread_id order by created_at, id) as next_at
    from said where before is distinct from by_musician
  )
  select extract(epoch from next_at - created_at) / 60 from turns
  where not by_musician and next_at is not null
$$;
