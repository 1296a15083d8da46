-- Makes a database one of a lender's cells (docs/guides/scale.md, Cells): its claims lie in the database that all cells
-- share, and it counts in steps, so that no two cells give the same number. The database has the schema and no rows. An
-- administrator of the cell runs this in it, once, after claims.sql was run there:
--
--   psql -v host=claims.internal -v port=5432 -v database=dolphin -v password=… -v cell=1 -f deploy/postgresql/cell.sql dolphin
\set ON_ERROR_STOP on
-- As many cells as there may ever be: a cell counts cell, cell + 10, cell + 20 …
\if :{?cells} \else \set cells 10 \endif

begin;
do $$ begin
  if exists (select from customers union all select from loans) then
    raise exception 'a cell begins without customers';
  end if;
end $$;

create extension if not exists postgres_fdw;
create server claims foreign data wrapper postgres_fdw
  options (host :'host', port :'port', dbname :'database', batch_size '1000');
create user mapping for public server claims options (user 'dolphin_cell', password :'password');
drop table coupon_places, customer_emails, loan_directory, trace_numbers;
import foreign schema public limit to (coupon_places, customer_emails, loan_directory, trace_numbers)
  from server claims into public;

-- The rights that the tables had; dolphin_borrower has none, because no row-level security holds on a foreign table.
select format('alter foreign table %I owner to %I', ftrelid::regclass, relowner::regrole)
  from pg_foreign_table, pg_class where pg_class.oid = 'loans'::regclass \gexec
select format('grant %s on %I to dolphin_application', rights, name)
  from (values ('select, insert', 'customer_emails'), ('select, insert', 'trace_numbers'),
    ('select, insert, delete', 'coupon_places'), ('select, insert, update, delete', 'loan_directory')) granted (rights, name)
  where exists (select from pg_roles where rolname = 'dolphin_application') \gexec

select format('alter sequence %I increment by %s restart with %s', relname, :'cells', :'cell')
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' and relname like '%\_serial' \gexec
commit;
