-- Scheduled backups, one row for each planned time that one was begun for (docs/product/operator.md#scheduled-backups).
create table backups (
  planned_for timestamptz primary key,
  begun_at timestamptz not null,
  -- Null while it runs, and of one that was killed.
  ended_at timestamptz,
  -- Of a whole one; its folder's size.
  bytes bigint check (bytes >= 0),
  failure text,
  check (ended_at is null or (bytes is null) <> (failure is null))
);
