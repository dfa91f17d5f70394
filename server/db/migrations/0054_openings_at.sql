-- At which instant a musician's openings were stored, so that a booking stores only what differs since
-- (docs/decisions/0100-store-what-a-booking-changes.md); null: by a release that did not say.
alter table musicians add column openings_at timestamptz;
