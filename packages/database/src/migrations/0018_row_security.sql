-- The second wall: a borrower's own request reads under a role that sees the rows of that borrower alone, whatever
-- its queries ask for. Who it is stands in settings of the transaction. Everybody else, jobs and operations among
-- them, sees all rows, for their queries are about everybody's. docs/decisions/row-security.md
do $$
begin
  begin
    create role dolphin_borrower nologin;
  exception
    when duplicate_object or unique_violation or insufficient_privilege then null;
  end;
  if not exists (select from pg_roles where rolname = 'dolphin_borrower') then
    return;
  end if;
  grant usage on schema public to dolphin_borrower;
  grant select on all tables in schema public to dolphin_borrower;
  alter default privileges in schema public grant select on tables to dolphin_borrower;
  if not (select rolsuper from pg_roles where rolname = current_user) then
    begin
      execute format('grant dolphin_borrower to %I', current_user);
    exception
      when insufficient_privilege then null;
    end;
  end if;
end $$;
--> statement-breakpoint
create function fence_rows(name text, own text) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security, force row level security', name);
  execute format('create policy lender on %I using (current_user <> %L)', name, 'dolphin_borrower');
  execute format('create policy own_rows on %I using (%s)', name, own);
end $$;
--> statement-breakpoint
do $$
declare
  name text;
  portfolio constant text := 'portfolio_id = (select nullif(current_setting(''dolphin.portfolio'', true), '''')::integer)';
  customer constant text := 'open_id = (select nullif(current_setting(''dolphin.customer'', true), ''''))';
  application constant text := 'application_no = (select nullif(current_setting(''dolphin.application'', true), ''''))';
  -- Under the role itself these lists hold a borrower's own alone.
  own_loans constant text := 'loan_no in (select own.loan_no from loans own)';
  own_applications constant text := 'application_no in (select own.application_no from applications own)';
  own_movements constant text := 'transaction_no in (select own.transaction_no from transactions own)';
begin
  foreach name in array array['loans', 'applications'] loop
    perform fence_rows(name, format('%s and (%s or %s)', portfolio, customer, application));
  end loop;
  foreach name in array array['business_events', 'consents_given', 'contacts', 'coupon_grants', 'customers',
    'login_codes', 'mails', 'recovery_codes', 'sessions', 'ticket_counters', 'tickets', 'trusted_devices'] loop
    perform fence_rows(name, format('%s and %s', portfolio, customer));
  end loop;
  foreach name in array array['ceremonies', 'coupon_redemptions', 'debit_authorizations', 'documents', 'loan_accounts',
    'loan_changes', 'outbox', 'secure_messages', 'transactions'] loop
    perform fence_rows(name, format('%s and (%s or %s)', portfolio, customer, own_loans));
  end loop;
  foreach name in array array['account_entries', 'ach_inbox_entries', 'decisions', 'guard_decisions', 'ibv_reports',
    'ibv_requests', 'installments', 'ledger_entries', 'ledger_postings', 'loan_history', 'manual_postings',
    'payment_plans', 'risk_reports'] loop
    perform fence_rows(name, format('%s and %s', portfolio, own_loans));
  end loop;
  perform fence_rows('application_sections', format('%s and %s', portfolio, own_applications));
  foreach name in array array['ach_entries', 'transaction_history'] loop
    perform fence_rows(name, format('%s and %s', portfolio, own_movements));
  end loop;
end $$;
--> statement-breakpoint
drop function fence_rows(text, text);
