-- What operators prove beside their password (docs/product/accounts.md#second-factor).

alter table one_time_tokens drop constraint one_time_tokens_purpose;
alter table one_time_tokens add constraint one_time_tokens_purpose check (purpose in
  ('front_ticket', 'reset_password', 'sign_in', 'choose_password', 'second_factor'));

create table authenticator_apps (
  person_id uuid primary key references people on delete cascade,
  -- The app's secret is derived from this and a key that is not in the database.
  nonce bytea not null check (length(nonce) = 32),
  created_at timestamptz not null,
  -- The number of 30 seconds of the last code: a code is taken once.
  last_step bigint not null
);

create table recovery_codes (
  hash bytea primary key,
  person_id uuid not null references authenticator_apps on delete cascade,
  used_at timestamptz
);
create index recovery_codes_person on recovery_codes (person_id);

-- Nobody stays signed in without the second factor.
delete from login_sessions where front = 'operator';
