-- What people do with what is stored of them (docs/product/own-data.md).

alter table people add column erased_at timestamptz;

-- Deletions of accounts that were asked for; one that was taken back has no row.
create table erasures (
  person_id uuid primary key references people on delete cascade,
  requested_at timestamptz not null,
  due_at timestamptz not null check (due_at >= requested_at),
  -- null: the person.
  requested_by uuid references people,
  erased_at timestamptz,
  -- When it was last put off, since something was open.
  put_off_at timestamptz
);
create index erasures_due on erasures (due_at) where erased_at is null;

-- Downloads of what is stored of a person.
create table data_exports (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  -- The person, or an operator.
  made_by uuid not null references people on delete cascade,
  made_at timestamptz not null
);
create index data_exports_person on data_exports (person_id, made_at);
create index data_exports_made on data_exports (made_at);

-- Mailboxes of erased accounts that had a trial, as keyed hashes: one trial for each.
create table erased_mailboxes (
  hash bytea primary key,
  erased_at timestamptz not null
);

alter table one_time_tokens drop constraint one_time_tokens_purpose;
alter table one_time_tokens add constraint one_time_tokens_purpose check (purpose in
  ('front_ticket', 'reset_password', 'sign_in', 'choose_password', 'second_factor', 'delete_account', 'keep_account'));

-- Whoever writes for an account waits for its erasure, and is refused after it. A client whose musician is erased stays
-- signed in, so that has a name of its own.
create function refuse_erased() returns trigger language plpgsql as $$
declare
  erased timestamptz;
begin
  execute format('select p.erased_at from people p where p.id = ($1).%I for key share', tg_argv[0]) using new into erased;
  if erased is not null then
    raise exception 'the account is erased' using errcode = 'restrict_violation',
      constraint = case tg_name when 'refuse_erased_musician' then 'musician_erased' else 'account_erased' end;
  end if;
  return new;
end $$;
create trigger refuse_erased before insert on login_sessions for each row execute function refuse_erased('person_id');
create trigger refuse_erased before insert on one_time_tokens for each row execute function refuse_erased('person_id');
create trigger refuse_erased before insert on known_browsers for each row execute function refuse_erased('person_id');
create trigger refuse_erased before insert on identities for each row execute function refuse_erased('person_id');
create trigger refuse_erased before insert on avatars for each row execute function refuse_erased('person_id');
create trigger refuse_erased before insert on authenticator_apps for each row execute function refuse_erased('person_id');
create trigger refuse_erased before insert on calendar_feeds for each row execute function refuse_erased('person_id');
create trigger refuse_erased before insert on notification_settings for each row execute function refuse_erased('person_id');
create trigger refuse_erased before insert on onboarding_answers for each row execute function refuse_erased('person_id');
create trigger refuse_erased before insert on billing_details for each row execute function refuse_erased('person_id');
create trigger refuse_erased before insert on billing_checkouts for each row execute function refuse_erased('person_id');
create trigger refuse_erased before insert on booking_drafts for each row execute function refuse_erased('person_id');
create trigger refuse_erased before insert on idempotency for each row execute function refuse_erased('actor_id');
create trigger refuse_erased before insert on tracks for each row execute function refuse_erased('client_id');
create trigger refuse_erased before insert on sessions for each row execute function refuse_erased('client_id');
create trigger refuse_erased_musician before insert on sessions for each row execute function refuse_erased('musician_id');
create trigger refuse_erased before insert on messages for each row execute function refuse_erased('author_id');
create trigger refuse_erased before insert on feedback for each row execute function refuse_erased('author_id');
create trigger refuse_erased before insert on uploads for each row execute function refuse_erased('created_by');
create trigger refuse_erased before insert on waiting for each row execute function refuse_erased('person_id');
create trigger refuse_erased before insert on invitations for each row execute function refuse_erased('inviter_id');
create trigger refuse_erased before insert on external_calendars for each row execute function refuse_erased('musician_id');
create trigger refuse_erased before insert on musician_drafts for each row execute function refuse_erased('musician_id');
create trigger refuse_erased before insert on musician_samples for each row execute function refuse_erased('musician_id');
create trigger refuse_erased before insert on weekly_hours for each row execute function refuse_erased('musician_id');
create trigger refuse_erased before insert on time_off for each row execute function refuse_erased('musician_id');

-- An erased account stays so.
create function keep_erased() returns trigger language plpgsql as $$
begin
  raise exception 'the account is erased' using errcode = 'restrict_violation', constraint = 'account_erased';
end $$;
create trigger keep_erased before update of email, name, zone, country, avatar, password_hash, email_proved_at, erased_at on people
  for each row when (old.erased_at is not null) execute function keep_erased();
