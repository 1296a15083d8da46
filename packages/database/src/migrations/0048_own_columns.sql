-- A policy tells by the row's own columns and a setting whose the row is. A server that distributes tables refuses a
-- policy that asks another one (docs/decisions/row-security.md).
ALTER TABLE "ach_entries" ADD COLUMN "loan_no" text;
--> statement-breakpoint
ALTER TABLE "transaction_history" ADD COLUMN "loan_no" text;
--> statement-breakpoint
update ach_entries e set loan_no = t.loan_no from transactions t
  where t.portfolio_id = e.portfolio_id and t.customer_key = e.customer_key and t.transaction_no = e.transaction_no;
--> statement-breakpoint
-- build before: 0038 stopped it. Which loan a move is of is none of what its history says.
alter table transaction_history disable trigger user;
--> statement-breakpoint
update transaction_history h set loan_no = t.loan_no from transactions t
  where t.portfolio_id = h.portfolio_id and t.customer_key = h.customer_key and t.transaction_no = h.transaction_no;
--> statement-breakpoint
-- build before: 0038 stopped it.
alter table transaction_history enable trigger user;
--> statement-breakpoint
-- build before: 0038 stopped it.
ALTER TABLE "ach_entries" ALTER COLUMN "loan_no" SET NOT NULL;
--> statement-breakpoint
-- build before: 0038 stopped it.
ALTER TABLE "transaction_history" ALTER COLUMN "loan_no" SET NOT NULL;
--> statement-breakpoint
-- build before: 0038 stopped it; what a policy hides stays the same.
do $$
declare
  name text;
  portfolio constant text := 'portfolio_id = nullif(current_setting(''dolphin.portfolio'', true), '''')::integer';
  customer constant text := 'open_id = nullif(current_setting(''dolphin.customer'', true), '''')';
  application constant text := 'application_no = nullif(current_setting(''dolphin.application'', true), '''')';
  loans constant text := 'nullif(current_setting(''dolphin.loans'', true), '''')::text[]';
  applications constant text := 'nullif(current_setting(''dolphin.applications'', true), '''')::text[]';
begin
  foreach name in array array['applications', 'loans'] loop
    execute format('alter policy own_rows on %I using (%s and (%s or %s))', name, portfolio, customer, application);
  end loop;
  foreach name in array array['business_events', 'consents_given', 'contacts', 'coupon_grants', 'customer_emails',
    'customer_notes', 'customers', 'data_requests', 'find_tokens', 'login_codes', 'mails', 'recovery_codes', 'sessions',
    'suspended_addresses', 'ticket_counters', 'tickets', 'trusted_devices'] loop
    execute format('alter policy own_rows on %I using (%s and %s)', name, portfolio, customer);
  end loop;
  foreach name in array array['ceremonies', 'coupon_redemptions', 'debit_authorizations', 'delivery_events', 'documents',
    'loan_accounts', 'loan_changes', 'outbox', 'secure_messages', 'transactions'] loop
    execute format('alter policy own_rows on %I using (%s and (%s or loan_no = any (%s)))', name, portfolio, customer,
      loans);
  end loop;
  foreach name in array array['account_entries', 'ach_entries', 'ach_inbox_entries', 'decisions', 'dishonored_returns',
    'document_requests', 'guard_decisions', 'ibv_reports', 'ibv_requests', 'installments', 'ledger_entries',
    'ledger_postings', 'loan_history', 'manual_postings', 'paper_notices', 'payment_plans', 'risk_reports',
    'transaction_history'] loop
    execute format('alter policy own_rows on %I using (%s and loan_no = any (%s))', name, portfolio, loans);
  end loop;
  execute format('alter policy own_rows on work_items using (%s and (loan_no = any (%s) or concerns && %2$s))',
    portfolio, loans);
  execute format('alter policy own_rows on application_sections using (%s and application_no = any (%s))', portfolio,
    applications);
end $$;
--> statement-breakpoint
-- build before: 0038 stopped it; no policy calls it any more.
drop function own_loans();
