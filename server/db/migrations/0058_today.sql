-- What waits for an operator today (docs/product/operator.md#today).

-- Few of all sessions: those that are to come, and those whose files have not been delivered.
create index sessions_undelivered on sessions (ends_at)
  where phase = 'booked' and status <> 'partner_deliverables_ready';
create index memberships_payment_failed on memberships (person_id) where last_payment_status = 'failed';
create index invitations_for_operator on invitations (first_paid_at)
  where status = 'waiting-for-approval' and needs_operator is not null;

-- The figures of each day (UTC), summed by a job from sessions, slots, invoices and the ledger
-- (docs/product/operator.md#figures). In all (`key` null), and by musician and service where a figure has them.
create table daily_figures (
  figure text not null,
  day date not null,
  "by" text not null check ("by" in ('all', 'musician', 'service')),
  key uuid,
  -- What is counted, and of ratios what it is held against.
  amount double precision not null,
  base double precision not null,
  summed_at timestamptz not null,
  check (("by" = 'all') = (key is null))
);
create index daily_figures_of on daily_figures (figure, "by", day) include (key, amount, base);
create index daily_figures_day on daily_figures (day);

-- Days that are summed again are found by these.
create index sessions_booked_at on sessions (booked_at) where booked_at is not null;
create index ratings_created on ratings (created_at);
create index invoices_issued on invoices (issued_at);
create index credit_entries_at on credit_entries (at);
create index slots_starts on slots (starts_at);
