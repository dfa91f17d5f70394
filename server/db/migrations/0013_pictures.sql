-- Pictures of announcements that the operator adds, drawn anew: pages show none but the studio's own.
create table content_pictures (
  id uuid primary key,
  webp bytea not null check (length(webp) <= 524288),
  width integer not null check (width between 1 and 4000),
  height integer not null check (height between 1 and 4000),
  created_at timestamptz not null
);
