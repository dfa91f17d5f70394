-- What the console shows of mails, failed jobs, webhooks and storage (docs/product/operator.md#system).

alter table email_log
  add column id uuid not null default gen_random_uuid(),
  -- When it was enqueued. The release before does not write it: its mails are the oldest of the list.
  add column queued_at timestamptz not null default 'epoch',
  -- null: nobody with an account.
  add column person_id uuid references people on delete set null,
  -- What it is made from, ids only; null: noted by the release before, so it cannot be sent again.
  add column payload jsonb,
  -- What the last try failed with.
  add column failure text,
  add column sent_again_at timestamptz;
update email_log l set
  queued_at = coalesce(l.sent_at, l.claimed_until, 'epoch'),
  person_id = (select p.id from people p where lower(p.email) = lower(l.recipient));
create unique index email_log_id on email_log (id);
create index email_log_queued on email_log (queued_at, id);
create index email_log_person on email_log (person_id, queued_at, id);
create index email_log_recipient on email_log (lower(recipient), queued_at, id);
create index email_log_template on email_log (template, queued_at, id);
create index email_log_unsent on email_log (queued_at, id) where sent_at is null;

-- Jobs that failed every retry. The queues forget theirs; these stay until an operator settles them.
create table dead_letters (
  -- The id of its job in the queue of dead letters.
  id uuid primary key,
  queue text not null,
  data jsonb not null,
  -- Of the job, so that one that waits already is not doubled.
  singleton_key text,
  failure text,
  tries integer not null,
  enqueued_at timestamptz not null,
  failed_at timestamptz not null,
  settled_at timestamptz,
  outcome text check (outcome in ('again', 'dropped')),
  constraint dead_letters_settled check ((settled_at is null) = (outcome is null))
);
create index dead_letters_open on dead_letters (failed_at, id) where settled_at is null;
create index dead_letters_old on dead_letters (settled_at) where settled_at is not null;

create index billing_events_received on billing_events (received_at, event_id);
create index billing_events_unhandled on billing_events (received_at, event_id) where handled_at is null;

-- Files and bytes by kind, as the check found them; null: by the release before.
alter table data_checks add column storage jsonb;
