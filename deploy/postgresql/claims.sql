-- The claims of a lender in cells: the one small database that all its cells share (docs/guides/scale.md, Cells).
-- It has the schema (`npm run upgrade`). An administrator runs this in it, as often as wanted, and sets the password
-- (`\password dolphin_cell`):
--
--   psql -f deploy/postgresql/claims.sql dolphin
\set ON_ERROR_STOP on

-- By this login the cells come. Only the four tables are theirs.
select 'create role dolphin_cell login' where not exists (select from pg_roles where rolname = 'dolphin_cell') \gexec
grant usage on schema public to dolphin_cell;
grant select, insert on trace_numbers to dolphin_cell;
grant select, insert, delete on coupon_places, customer_emails to dolphin_cell;
grant select, insert, update, delete on loan_directory to dolphin_cell;

-- A cell waits as long for another cell as for a row of its own; what a lost one had begun is undone.
alter role dolphin_cell set lock_timeout = '10s';
alter role dolphin_cell set idle_in_transaction_session_timeout = '60s';
