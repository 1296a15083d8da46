-- Rules that the database itself keeps, whatever the program does.

-- History is appended to, never rewritten.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name using errcode = 'DL001';
end $$;
--> statement-breakpoint
do $$
declare
  name text;
begin
  foreach name in array array['ledger_postings', 'ledger_entries', 'loan_history', 'transaction_history',
    'decisions', 'consents_given', 'audit_events', 'business_events'] loop
    execute format('create trigger append_only before update or delete on %I
      for each row execute function refuse_change()', name);
    execute format('create trigger append_only_whole before truncate on %I
      for each statement execute function refuse_change()', name);
  end loop;
end $$;
--> statement-breakpoint
-- Every posting balances, and keeps the entries that it was booked with. Checked at commit, so that postings
-- and entries may be written one after the other.
create function check_posting() returns trigger language plpgsql as $$
declare
  booked integer;
  found_entries integer;
  total bigint;
begin
  select entry_count into booked from ledger_postings
    where portfolio_id = new.portfolio_id and loan_no = new.loan_no and sequence = new.sequence;
  select count(*), coalesce(sum(amount), 0) into found_entries, total from ledger_entries
    where portfolio_id = new.portfolio_id and loan_no = new.loan_no and sequence = new.sequence;
  if total <> 0 then
    raise exception 'the entries of a posting sum to zero' using errcode = 'DL002';
  end if;
  if found_entries < 2 or found_entries <> booked then
    raise exception 'a posting keeps the entries that it was booked with' using errcode = 'DL003';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger posting_balances after insert on ledger_postings
  deferrable initially deferred for each row execute function check_posting();
--> statement-breakpoint
create constraint trigger entry_balances after insert on ledger_entries
  deferrable initially deferred for each row execute function check_posting();
--> statement-breakpoint
-- A chain has no gap and no fork: each link names the hash of the one before.
create function check_ledger_link() returns trigger language plpgsql as $$
begin
  if new.previous_hash is distinct from coalesce((select hash from ledger_postings
      where portfolio_id = new.portfolio_id and loan_no = new.loan_no and sequence = new.sequence - 1),
      case when new.sequence = 1 then '' end) then
    raise exception 'a posting continues the chain of its loan' using errcode = 'DL004';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger ledger_link before insert on ledger_postings
  for each row execute function check_ledger_link();
--> statement-breakpoint
create function check_audit_link() returns trigger language plpgsql as $$
begin
  if new.previous_hash is distinct from coalesce((select hash from audit_events
      where portfolio_id = new.portfolio_id and subject = new.subject and sequence = new.sequence - 1),
      case when new.sequence = 1 then '' end) then
    raise exception 'an audit event continues the chain of its subject' using errcode = 'DL004';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger audit_link before insert on audit_events
  for each row execute function check_audit_link();
--> statement-breakpoint
alter table transactions add constraint transactions_amount_positive check (amount > 0);
--> statement-breakpoint
alter table ach_entries add constraint ach_entries_amount_not_negative check (amount >= 0);
--> statement-breakpoint
alter table installments add constraint installments_add_up check (amount = principal + interest + fee);
--> statement-breakpoint
alter table loans add constraint loans_amount_positive check (approved_amount > 0);
--> statement-breakpoint
-- The role that the program should work under: it cannot rewrite history even without the triggers. A
-- deployment makes its login a member and runs migrations as the owner. Where the migrating user may not make
-- roles, the triggers stand alone.
do $$
declare
  name text;
begin
  begin
    create role dolphin_application nologin;
  exception
    when duplicate_object or unique_violation or insufficient_privilege then null;
  end;
  if not exists (select from pg_roles where rolname = 'dolphin_application') then
    return;
  end if;
  grant usage on schema public to dolphin_application;
  grant select, insert, update, delete on all tables in schema public to dolphin_application;
  grant usage, select on all sequences in schema public to dolphin_application;
  foreach name in array array['ledger_postings', 'ledger_entries', 'loan_history', 'transaction_history',
    'decisions', 'consents_given', 'audit_events', 'business_events'] loop
    execute format('revoke update, delete, truncate on %I from dolphin_application', name);
  end loop;
end $$;
