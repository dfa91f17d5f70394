-- What operators and commands have changed (docs/product/operator.md#audit-log).

create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  -- null: by a command.
  operator_id uuid references people,
  -- One of AUDITED in shared/operator/rules-audit.ts.
  what text not null check (what ~ '^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$'),
  object_kind text not null check (object_kind ~ '^[a-z]+$'),
  object_id text not null check (object_id <> ''),
  -- Whom it concerns; null: nobody in particular.
  person_id uuid references people,
  reason text check (reason <> ''),
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object')
);
create index audit_log_at on audit_log (at, id);
create index audit_log_operator on audit_log (operator_id, at, id);
create index audit_log_what on audit_log (what, at, id);
create index audit_log_object on audit_log (object_kind, object_id, at, id);
create index audit_log_person on audit_log (person_id, at, id);
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function append_only();
