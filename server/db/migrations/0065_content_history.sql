-- What was published of the operator's content, and what is being written (docs/product/content.md#history).

create table content_versions (
  name text not null,
  version integer not null check (version > 0),
  value jsonb not null,
  -- The document as the product shipped it then: the operator's own was given up.
  is_shipped boolean not null,
  note text check (char_length(note) between 1 and 200),
  published_at timestamptz not null,
  -- null: by a command.
  published_by uuid references people,
  primary key (name, version)
);
create trigger content_versions_append_only before update or delete on content_versions
  for each row execute function append_only();

insert into content_versions (name, version, value, is_shipped, published_at)
  select name, 1, value, false, updated_at from content_documents;

-- One for each document.
create table content_drafts (
  name text primary key,
  value jsonb not null,
  -- Another one with each saving, so that nobody overwrites what they have not seen.
  revision uuid not null,
  -- The published version that it was begun from; 0: the shipped one.
  begun_from integer not null check (begun_from >= 0),
  saved_at timestamptz not null,
  saved_by uuid not null references people
);
