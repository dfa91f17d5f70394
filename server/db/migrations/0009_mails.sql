-- What is looked for each minute: sessions by their start and by their files' deadline, fresh messages, trials' ends.
create index sessions_starting on sessions (starts_at) where phase = 'booked';
create index sessions_files_due on sessions (files_due_at)
  where phase = 'booked' and status in ('client_files_upload_required', 'client_files_update_required');
create index messages_recent on messages (created_at);
create index memberships_trial_ends on memberships (trial_ends_at) where status = 'trial';
