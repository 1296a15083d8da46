-- Roles and database of one lender. An administrator of the server runs it, as often as wanted (docs/guides/postgresql.md):
--
--   psql -v login=dolphin -v database=dolphin -f deploy/postgresql/roles.sql postgres
--
-- Then set the passwords: `\password dolphin` in psql sends none in clear.
\set ON_ERROR_STOP on
\if :{?login} \else \set login dolphin \endif
\if :{?database} \else \set database dolphin \endif

-- The server's login. It owns its database and its tables, and is neither a superuser nor one who makes roles.
select format('create role %I login', :'login')
  where not exists (select from pg_roles where rolname = :'login') \gexec
select format('create database %I owner %I template template0 encoding ''UTF8''', :'database', :'login')
  where not exists (select from pg_database where datname = :'database') \gexec

-- Requests of borrowers run as dolphin_borrower, behind row-level security; dolphin_application cannot rewrite history.
-- The server grants both what they need on its tables each time it starts.
select format('create role %I nologin', name) from unnest(array['dolphin_borrower', 'dolphin_application']) name
  where not exists (select from pg_roles where rolname = name) \gexec
grant dolphin_borrower to :"login";

-- The server sends the first two when it connects; behind PgBouncer these are the ones that count. No statement of the
-- nightly rounds takes minutes; migrations, and commits that wait for a synchronous standby, know no statement_timeout.
alter role :"login" set lock_timeout = '10s';
alter role :"login" set idle_in_transaction_session_timeout = '30s';
alter role :"login" set statement_timeout = '15min';

-- pg_dump: reads every row, which takes more than the owner's rights, because row-level security is forced. Writes none.
select 'create role dolphin_backup login'
  where not exists (select from pg_roles where rolname = 'dolphin_backup') \gexec
alter role dolphin_backup bypassrls;
alter role dolphin_backup set default_transaction_read_only = on;
grant pg_read_all_data to dolphin_backup;
grant connect on database :"database" to dolphin_backup;

-- pg_basebackup, pg_receivewal and standbys; pg_hba.conf says from where.
select 'create role dolphin_replication login'
  where not exists (select from pg_roles where rolname = 'dolphin_replication') \gexec
alter role dolphin_replication replication;
