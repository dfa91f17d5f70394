-- The key that an authenticator app's secret is derived with, as a hash that does not tell it: a process with another key
-- refuses its codes, so it does not start. Null: no code was taken since this is noted.
alter table authenticator_apps add column key_hash bytea;
