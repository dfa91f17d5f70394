-- Outgoing mail: each of an event's mails, by whom it goes to and what it is, is sent once.
create table email_log (
  event_id uuid not null,
  recipient text not null,
  template text not null,
  -- Who has it in hand until this instant; null once it failed, so that it is tried again.
  claimed_until timestamptz,
  sent_at timestamptz,
  constraint email_log_once primary key (event_id, recipient, template),
  constraint email_log_state check (sent_at is null or claimed_until is null)
);
