-- Lists and pages of sessions for the operator (docs/product/operator.md#sessions).
create index sessions_by_start on sessions (starts_at, id) where phase <> 'hold';
create index sessions_by_status on sessions (status, starts_at, id) where phase <> 'hold';
create index sessions_musician_status on sessions (musician_id, status, starts_at, id) where phase <> 'hold';
create index sessions_by_service on sessions (service_id, starts_at, id) where phase <> 'hold';

-- The session that a mail is about; null: about something else, or claimed by an earlier release.
alter table email_log add column session_id integer references sessions on delete set null;
create index email_log_session on email_log (session_id, sent_at) where session_id is not null;

-- Invoices by the beginning of their number.
create index invoices_number_begins on invoices (number text_pattern_ops);
