-- Operators may prove their second factor by a passkey (docs/product/accounts.md#passkeys).

create table passkeys (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  -- What the authenticator calls the key.
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- In COSE form.
  public_key bytea not null,
  -- How often the authenticator says it was used; always 0 where it does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_person on passkeys (person_id);
create trigger refuse_erased before insert on passkeys for each row execute function refuse_erased('person_id');

-- Recovery codes also stand for a passkey, so an app is not needed for them.
alter table recovery_codes drop constraint recovery_codes_person_id_fkey;
alter table recovery_codes add constraint recovery_codes_person_id_fkey
  foreign key (person_id) references people on delete cascade;

alter table one_time_tokens drop constraint one_time_tokens_purpose;
alter table one_time_tokens add constraint one_time_tokens_purpose check (purpose in
  ('front_ticket', 'reset_password', 'sign_in', 'choose_password', 'second_factor', 'delete_account', 'keep_account',
   'passkey_setup', 'passkey_proof'));
