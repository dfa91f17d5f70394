-- Whose mail an account's address reaches. Anybody may sign up with anybody's.

alter table people
  -- When somebody first came by a link that was mailed to the address; null: not yet.
  add column email_proved_at timestamptz;

-- Who was there before keeps their password, whichever way they come.
update people set email_proved_at = created_at;
