-- The door: how people come in, who they say they are, what the studio says, and whom they bring along.

-- accounts -------------------------------------------------------------------------------------------------

alter table people
  -- In the links that switch off a group of mails with one click; tells nothing else about its owner.
  add column mail_token uuid not null default gen_random_uuid() unique,
  -- When the operator let someone in from the waiting list.
  add column admitted_at timestamptz;

alter table login_sessions
  add column id uuid not null default gen_random_uuid() unique,
  add column user_agent text check (length(user_agent) <= 400);

alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose check (purpose in
  ('front_ticket', 'reset_password', 'sign_in', 'choose_password'));
alter table one_time_tokens add column created_at timestamptz;
create index one_time_tokens_person on one_time_tokens (person_id, purpose);

-- Who somebody is to Google or Facebook; never found by the e-mail.
create table identities (
  provider text not null check (provider in ('google', 'facebook')),
  subject text not null check (length(subject) between 1 and 255),
  person_id uuid not null references people on delete cascade,
  created_at timestamptz not null,
  constraint identities_pkey primary key (provider, subject),
  constraint identities_one_each unique (person_id, provider)
);

-- Pictures as they are shown: decoded and written anew, never what was sent; people.avatar is the path of one.
create table avatars (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  webp bytea not null check (length(webp) <= 524288),
  created_at timestamptz not null
);
create index avatars_person on avatars (person_id);

create table onboarding_answers (
  person_id uuid primary key references people on delete cascade,
  persona_type text not null check (length(persona_type) between 1 and 64),
  persona_level text not null check (length(persona_level) between 1 and 64),
  persona_diy text not null check (length(persona_diy) between 1 and 64),
  interests jsonb not null check (jsonb_typeof(interests) = 'array'),
  comments text check (length(comments) <= 255),
  completed_at timestamptz not null
);

-- billing: who is billed, and the trial without a card -----------------------------------------------------

create table billing_details (
  person_id uuid primary key references people on delete cascade,
  address text not null default '' check (length(address) <= 255),
  city text not null default '' check (length(city) <= 255),
  company_name text not null default '' check (length(company_name) <= 255),
  country text check (length(country) = 2),
  vat_number text not null default '' check (length(vat_number) <= 64),
  zipcode text not null default '' check (length(zipcode) <= 32),
  updated_at timestamptz not null
);

alter table memberships add column trial_ends_at timestamptz;

-- content --------------------------------------------------------------------------------------------------

-- The studio's own words and offers, where they differ from the shipped ones; one document for each name.
create table content_documents (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);
alter table flags add column updated_at timestamptz;

-- referrals ------------------------------------------------------------------------------------------------

create table invitations (
  id uuid primary key,
  inviter_id uuid not null references people on delete cascade,
  email text not null check (length(email) <= 255),
  code text not null unique check (length(code) between 16 and 64),
  status text not null check (status in
    ('awaiting-to-accept', 'accepted-signup', 'accepted-trial', 'waiting-for-approval', 'reward-delivered', 'rejected')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  reminder_sent_at timestamptz,
  -- Whoever signed up with the code; one invitation brings in one person, and a person comes in by one.
  invitee_id uuid references people on delete set null,
  accepted_at timestamptz,
  first_paid_at timestamptz,
  rewarded_at timestamptz,
  credits_earned integer not null default 0 check (credits_earned >= 0),
  needs_operator text,
  constraint invitations_invitee unique (invitee_id),
  constraint invitations_awaiting check ((status = 'awaiting-to-accept') = (accepted_at is null))
);
create unique index invitations_one_open on invitations (inviter_id, lower(email))
  where status = 'awaiting-to-accept';
create index invitations_inviter on invitations (inviter_id, created_at desc, id);
create index invitations_waiting on invitations (first_paid_at) where status = 'waiting-for-approval';

-- notifications --------------------------------------------------------------------------------------------

-- Which groups of mails somebody wants; without a row, all.
create table notification_settings (
  person_id uuid primary key references people on delete cascade,
  booking boolean not null default true,
  cancellation boolean not null default true,
  files boolean not null default true,
  marketing boolean not null default true,
  updated_at timestamptz not null
);

-- Addresses without an account that want no more invitations.
create table declined_addresses (
  email text primary key,
  at timestamptz not null
);
