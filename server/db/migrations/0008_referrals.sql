-- What a referral's reward is judged by: who paid with the same card, or as the same payer, as somebody else.
create table payer_marks (
  person_id uuid not null references people on delete cascade,
  kind text not null check (kind in ('card', 'payer')),
  -- The provider's own id: a card's fingerprint, a payer's id.
  mark text not null check (length(mark) between 1 and 255),
  first_seen_at timestamptz not null,
  constraint payer_marks_pkey primary key (kind, mark, person_id)
);
create index payer_marks_person on payer_marks (person_id);

alter table invitations
  add column rejected_for text check (rejected_for in ('same_card', 'same_payer', 'operator')),
  add constraint invitations_rejected check (rejected_for is null or status = 'rejected'),
  add constraint invitations_needs_operator check (needs_operator in ('same_household', 'same_mailbox'));
