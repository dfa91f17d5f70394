-- Uploads that a link sends in one piece, and which bytes a file was listed with.

-- The upload at storage that this process opened for the link of the whole file; null where the file was put by another way.
alter table uploads add column put_id text;

-- What names the listed bytes at storage; null in files of before until they are read. `changed_at`: when other bytes were found.
alter table files
  add column etag text,
  add column version text,
  add column changed_at timestamptz;
create index files_unpinned on files (id) where etag is null;
