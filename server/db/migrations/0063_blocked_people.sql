-- People whom an operator has blocked (docs/product/operator.md#blocking).
alter table people add column blocked_at timestamptz;
create index people_blocked on people (created_at, id) where blocked_at is not null;

-- Whether a blocked musician was on Explore before; null: not blocked. A blocked one never is.
alter table musicians
  add column visible_unblocked boolean,
  add constraint musicians_blocked check (visible_unblocked is null or not visible);
