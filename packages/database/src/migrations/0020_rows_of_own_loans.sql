-- A policy stands beside another one by an OR, over which no index of the table it asks can be used: who looked at one
-- loan had all loans of the lender read, once for each table. A borrower's loans are now looked up once, before the
-- statement, and stand in a setting. What hangs on an application or a transaction is asked row by row, by its key.
-- docs/decisions/row-security.md

-- Not part of the policies' own text, for the planner would reckon the look-up that is not made into every statement.
create function own_loans() returns text[] stable language plpgsql as $$
declare
  listed constant text[] := nullif(current_setting('dolphin.loans', true), '')::text[];
begin
  -- A node of the build before does not set it.
  return case when listed is null then array(select loan_no from public.loans) else listed end;
end $$;
--> statement-breakpoint
do $$
declare
  name text;
  portfolio constant text := 'portfolio_id = (select nullif(current_setting(''dolphin.portfolio'', true), '''')::integer)';
  customer constant text := 'open_id = (select nullif(current_setting(''dolphin.customer'', true), ''''))';
  own_loans constant text := 'loan_no = any ((select own_loans())::text[])';
  own_row_of constant text := 'exists (select from %1$I own
    where own.portfolio_id = %2$I.portfolio_id and own.%3$I = %2$I.%3$I)';
begin
  foreach name in array array['ceremonies', 'coupon_redemptions', 'debit_authorizations', 'documents', 'loan_accounts',
    'loan_changes', 'outbox', 'secure_messages', 'transactions'] loop
    execute format('alter policy own_rows on %I using (%s and (%s or %s))', name, portfolio, customer, own_loans);
  end loop;
  foreach name in array array['account_entries', 'ach_inbox_entries', 'decisions', 'guard_decisions', 'ibv_reports',
    'ibv_requests', 'installments', 'ledger_entries', 'ledger_postings', 'loan_history', 'manual_postings',
    'payment_plans', 'risk_reports'] loop
    execute format('alter policy own_rows on %I using (%s and %s)', name, portfolio, own_loans);
  end loop;
  execute format('alter policy own_rows on application_sections using (%s and %s)', portfolio,
    format(own_row_of, 'applications', 'application_sections', 'application_no'));
  foreach name in array array['ach_entries', 'transaction_history'] loop
    execute format('alter policy own_rows on %I using (%s and %s)', name, portfolio,
      format(own_row_of, 'transactions', name, 'transaction_no'));
  end loop;
end $$;
