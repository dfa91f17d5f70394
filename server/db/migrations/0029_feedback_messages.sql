-- What a musician misses is posted to the conversation as well; the mail about the request says it already.
alter table feedback add column message_id uuid references messages (id);
create unique index feedback_message on feedback (message_id) where message_id is not null;
