-- A musician's slots of a stretch of time, shown or hidden: months, payouts, the console's calendar.
create index slots_musician on slots (musician_id, starts_at);
-- The invoice of a payment, and what credit notes took back of an invoice.
create index invoices_payment on invoices (payment_id);
create index invoices_corrects on invoices (corrects) where corrects is not null;
-- The lists of a musician, read from the index alone however many sessions there are.
drop index sessions_musician;
create index sessions_musician on sessions (musician_id, starts_at)
  include (id, ends_at, phase, status, cancelled_at, client_id) where phase <> 'hold';
