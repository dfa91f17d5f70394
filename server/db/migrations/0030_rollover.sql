-- What leaves a plan's lot for the bank says so in the ledger; a zone that its person has not chosen yet.

alter table credit_entries drop constraint credit_entries_reason_check;
alter table credit_entries add constraint credit_entries_reason_check
  check (reason in ('grant', 'spend', 'refund', 'expiry', 'withdrawal', 'rollover'));

alter table people
  -- The browser of the first sign-in sets the zone: the demo's people live where the newcomer does.
  add column zone_pending boolean not null default false;
