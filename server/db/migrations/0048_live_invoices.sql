-- An invoice is issued a moment after its credits came: an open billing area shows it then, not at the next visit.
create trigger live_insert after insert on invoices referencing new table as changed
  for each statement execute function live_of_person();
