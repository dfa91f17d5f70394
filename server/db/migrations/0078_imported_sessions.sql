-- Sessions of another system (docs/product/operator.md#imported-sessions).
-- Booked and, where they are past, delivered there: figures do not count them as this studio's work.
alter table sessions add column imported boolean not null default false;
-- What they took of a musician's past: neither offered nor paid here.
alter table slots add column imported boolean not null default false;
