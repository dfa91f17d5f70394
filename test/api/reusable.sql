-- Applied to the template of the test databases (test/api/setup.ts): what empties a copy of it again (test/api/reused.ts).
create schema reusable;

-- The schemas whose rows tests write.
create view reusable.tables as
select c.oid, format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
 where c.relkind = 'r' and (n.nspname in ('public', 'sandbox_stripe', 'sandbox_paypal') or (n.nspname = 'jobs' and c.relname like 'job\_%'));

-- Tables, columns, constraints, triggers and functions, so that a test which changed them is noticed.
create function reusable.shape() returns text stable language sql as $$
  with spaces as (select oid from pg_namespace where nspname in ('public', 'jobs')),
       tables as (select oid, relname, relkind from pg_class where relnamespace in (select oid from spaces)),
       lines (line) as (
         select concat_ws(' ', relname, relkind) from tables
         union all
         select concat_ws(' ', attrelid, attname, atttypid, attnotnull, attisdropped) from pg_attribute
          where attrelid in (select oid from tables) and attnum > 0
         union all
         select concat_ws(' ', conrelid, conname, convalidated) from pg_constraint where connamespace in (select oid from spaces)
         union all
         select concat_ws(' ', tgrelid, tgname, tgenabled) from pg_trigger where not tgisinternal
         union all
         select concat_ws(' ', proname, md5(prosrc)) from pg_proc where pronamespace in (select oid from spaces)
       )
  select md5(string_agg(line, ' ' order by line)) from lines
$$;

-- What the template has: its shape, its rows and its sequences.
create table reusable.made as select reusable.shape() as shape;
create table reusable.sequences as
select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value) as value, last_value is not null as is_used
  from pg_sequences where schemaname = 'public';
create table reusable.seeds (name text primary key, rows text not null, columns text not null);
-- Keeps the rows that tables of these schemas have now, to be there after each emptying.
create function reusable.keep(schemas text) returns void language plpgsql as $$
declare t record; has_rows boolean; columns text;
begin
  for t in select * from reusable.tables where name ~ schemas loop
    execute format('select exists (select from %s)', t.name) into has_rows;
    continue when not has_rows;
    select string_agg(quote_ident(attname), ', ' order by attnum) into columns
      from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '';
    execute format('create table reusable.%I as select %s from %s', 'rows_' || t.oid, columns, t.name);
    insert into reusable.seeds values (t.name, format('reusable.%I', 'rows_' || t.oid), columns);
  end loop;
end $$;
select reusable.keep('^(public|jobs)\.');

-- Makes all rows and sequences as the template has them, without triggers or an order of tables. What ANALYZE noted of
-- the rows goes with them, or the next file's statements would be planned for so few.
create function reusable.empty() returns void language plpgsql as $$
declare t record;
begin
  set local session_replication_role = replica;
  for t in select name from reusable.tables loop
    execute 'delete from ' || t.name;
  end loop;
  for t in select * from reusable.seeds loop
    execute format('insert into %s (%s) overriding system value select %s from %s', t.name, t.columns, t.columns, t.rows);
  end loop;
  delete from pg_statistic where starelid in (select oid from reusable.tables);
  update pg_class set relpages = 0, reltuples = -1, relallvisible = 0
   where reltuples > 0 and (oid in (select oid from reusable.tables)
     or oid in (select indexrelid from pg_index where indrelid in (select oid from reusable.tables)));
  perform setval(name::regclass, value, is_used) from reusable.sequences;
end $$;
