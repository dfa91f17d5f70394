-- What happened to sessions lately, for metrics (docs/operating.md#metrics). Rows are added in the order of time, so that an
-- index of ranges of pages is enough and costs a booking nothing.
create index session_events_at on session_events using brin (at) with (autosummarize = on);
create index billing_payments_paid on billing_payments (paid_at);
create index billing_payments_disputed on billing_payments (id) where dispute = 'open';
