-- Sessions as they stand at an instant: what time alone changes is computed, never stored by a job.
-- The same as effectiveStatus in shared/sessions/rules.ts; a test holds the two against each other.
create or replace function sessions_at(at_instant timestamptz)
returns table (id integer, effective_status text, past boolean) language sql stable as $$
  select s.id,
    case when s.phase = 'booked' and s.ends_at <= at_instant and s.status in
        ('client_files_upload_required', 'client_files_pending_review', 'client_files_update_required',
         'partner_ready_to_go')
      then 'partner_upload_required' else s.status end,
    s.phase = 'cancelled' or s.ends_at <= at_instant
  from sessions s
  where s.phase <> 'hold'
$$;

-- Whose a session is: what a claim on a slot points to.
create or replace view session_clients as
  select s.id as session_id, s.client_id, s.phase from sessions s;
