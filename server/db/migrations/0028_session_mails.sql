-- What each side of a session is to be mailed, one row for each kind: changes in a row become one mail.
create table session_mails (
  session_id integer not null references sessions (id) on delete cascade,
  side text not null check (side in ('client', 'partner')),
  kind text not null check (kind in ('change', 'files_sent', 'files_requested', 'ready', 'delivered')),
  -- When the mail goes out; null while there is nothing to say.
  due_at timestamptz,
  -- When the last one of this kind went out.
  sent_at timestamptz,
  -- 'change': the start that this side knows, once it was moved.
  known_start timestamptz,
  -- 'change': the details were edited.
  edited boolean not null default false,
  -- The feedback that asks for files.
  feedback_id uuid,
  primary key (session_id, side, kind)
);
create index session_mails_due on session_mails (due_at) where due_at is not null;
