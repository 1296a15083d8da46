CREATE TABLE "coupon_places" (
	"portfolio_id" integer NOT NULL,
	"coupon_code" text NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "coupon_places_portfolio_id_coupon_code_place_pk" PRIMARY KEY("portfolio_id","coupon_code","place")
);
--> statement-breakpoint
CREATE TABLE "customer_emails" (
	"portfolio_id" integer NOT NULL,
	"email_index" text NOT NULL,
	"open_id" text NOT NULL,
	CONSTRAINT "customer_emails_portfolio_id_email_index_pk" PRIMARY KEY("portfolio_id","email_index")
);
--> statement-breakpoint
CREATE TABLE "trace_numbers" (
	"portfolio_id" integer NOT NULL,
	"trace_number" text NOT NULL,
	CONSTRAINT "trace_numbers_portfolio_id_trace_number_pk" PRIMARY KEY("portfolio_id","trace_number")
);
--> statement-breakpoint
ALTER TABLE "ach_entries" DROP CONSTRAINT "ach_entries_portfolio_id_transaction_no_transactions_portfolio_id_transaction_no_fk";
--> statement-breakpoint
ALTER TABLE "application_sections" DROP CONSTRAINT "application_sections_portfolio_id_application_no_applications_portfolio_id_application_no_fk";
--> statement-breakpoint
ALTER TABLE "coupon_redemptions" DROP CONSTRAINT "coupon_redemptions_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk";
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_portfolio_id_loan_no_sequence_ledger_postings_portfolio_id_loan_no_sequence_fk";
--> statement-breakpoint
ALTER TABLE "ledger_postings" DROP CONSTRAINT "ledger_postings_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk";
--> statement-breakpoint
ALTER TABLE "loan_history" DROP CONSTRAINT "loan_history_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk";
--> statement-breakpoint
ALTER TABLE "installments" DROP CONSTRAINT "installments_portfolio_id_plan_no_payment_plans_portfolio_id_plan_no_fk";
--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk";
--> statement-breakpoint
ALTER TABLE "account_entries" DROP CONSTRAINT "account_entries_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk";
--> statement-breakpoint
ALTER TABLE "debit_authorizations" DROP CONSTRAINT "debit_authorizations_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk";
--> statement-breakpoint
ALTER TABLE "guard_decisions" DROP CONSTRAINT "guard_decisions_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk";
--> statement-breakpoint
ALTER TABLE "loan_accounts" DROP CONSTRAINT "loan_accounts_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk";
--> statement-breakpoint
ALTER TABLE "loan_changes" DROP CONSTRAINT "loan_changes_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk";
--> statement-breakpoint
ALTER TABLE "manual_postings" DROP CONSTRAINT "manual_postings_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk";
--> statement-breakpoint
DROP INDEX "ach_entries_trace_number";
--> statement-breakpoint
DROP INDEX "coupon_redemptions_one_per_place";
--> statement-breakpoint
DROP INDEX "customers_one_per_email";
--> statement-breakpoint
DROP INDEX "transactions_trace_number";
--> statement-breakpoint
DROP INDEX "sessions_session_id";
--> statement-breakpoint
DROP INDEX "sessions_channel_id";
--> statement-breakpoint
DROP INDEX "applications_one_per_loan";
--> statement-breakpoint
DROP INDEX "coupon_redemptions_one_per_customer_place";
--> statement-breakpoint
DROP INDEX "coupon_redemptions_one_per_loan";
--> statement-breakpoint
DROP INDEX "ledger_postings_one_per_cause";
--> statement-breakpoint
DROP INDEX "decisions_one_per_input";
--> statement-breakpoint
DROP INDEX "loans_one_per_application";
--> statement-breakpoint
DROP INDEX "loans_one_open_per_customer";
--> statement-breakpoint
DROP INDEX "outbox_one_per_notice";
--> statement-breakpoint
DROP INDEX "payment_plans_one_current_per_loan";
--> statement-breakpoint
DROP INDEX "transactions_one_per_instruction";
--> statement-breakpoint
DROP INDEX "account_entries_one_per_cause";
--> statement-breakpoint
DROP INDEX "loan_accounts_one_current_per_loan";
--> statement-breakpoint
DROP INDEX "loan_changes_one_open_per_loan";
--> statement-breakpoint
DROP INDEX "ceremonies_one_open_per_loan";
--> statement-breakpoint
DROP INDEX "ceremonies_one_signed_per_terms";
--> statement-breakpoint
ALTER TABLE "ach_entries" DROP CONSTRAINT "ach_entries_portfolio_id_transaction_no_pk";
--> statement-breakpoint
ALTER TABLE "application_sections" DROP CONSTRAINT "application_sections_portfolio_id_application_no_section_key_pk";
--> statement-breakpoint
ALTER TABLE "applications" DROP CONSTRAINT "applications_portfolio_id_application_no_pk";
--> statement-breakpoint
ALTER TABLE "coupon_redemptions" DROP CONSTRAINT "coupon_redemptions_portfolio_id_redemption_no_pk";
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_portfolio_id_loan_no_sequence_line_pk";
--> statement-breakpoint
ALTER TABLE "ledger_postings" DROP CONSTRAINT "ledger_postings_portfolio_id_loan_no_sequence_pk";
--> statement-breakpoint
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_portfolio_id_decision_no_pk";
--> statement-breakpoint
ALTER TABLE "loan_history" DROP CONSTRAINT "loan_history_portfolio_id_loan_no_sequence_pk";
--> statement-breakpoint
ALTER TABLE "loans" DROP CONSTRAINT "loans_portfolio_id_loan_no_pk";
--> statement-breakpoint
ALTER TABLE "risk_reports" DROP CONSTRAINT "risk_reports_portfolio_id_loan_no_request_code_basis_hash_pk";
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_portfolio_id_mail_id_pk";
--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_portfolio_id_notice_id_pk";
--> statement-breakpoint
ALTER TABLE "installments" DROP CONSTRAINT "installments_portfolio_id_plan_no_number_pk";
--> statement-breakpoint
ALTER TABLE "payment_plans" DROP CONSTRAINT "payment_plans_portfolio_id_plan_no_pk";
--> statement-breakpoint
ALTER TABLE "transaction_history" DROP CONSTRAINT "transaction_history_portfolio_id_transaction_no_sequence_pk";
--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_portfolio_id_transaction_no_pk";
--> statement-breakpoint
ALTER TABLE "account_entries" DROP CONSTRAINT "account_entries_portfolio_id_entry_no_pk";
--> statement-breakpoint
ALTER TABLE "debit_authorizations" DROP CONSTRAINT "debit_authorizations_portfolio_id_authorization_no_pk";
--> statement-breakpoint
ALTER TABLE "guard_decisions" DROP CONSTRAINT "guard_decisions_portfolio_id_decision_no_pk";
--> statement-breakpoint
ALTER TABLE "loan_accounts" DROP CONSTRAINT "loan_accounts_portfolio_id_loan_no_sequence_pk";
--> statement-breakpoint
ALTER TABLE "loan_changes" DROP CONSTRAINT "loan_changes_portfolio_id_change_no_pk";
--> statement-breakpoint
ALTER TABLE "manual_postings" DROP CONSTRAINT "manual_postings_portfolio_id_posting_no_pk";
--> statement-breakpoint
ALTER TABLE "ceremonies" DROP CONSTRAINT "ceremonies_portfolio_id_request_code_pk";
--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_portfolio_id_document_no_pk";
--> statement-breakpoint
ALTER TABLE "ibv_reports" DROP CONSTRAINT "ibv_reports_portfolio_id_request_code_pk";
--> statement-breakpoint
ALTER TABLE "ibv_requests" DROP CONSTRAINT "ibv_requests_portfolio_id_request_code_pk";
--> statement-breakpoint
ALTER TABLE "business_events" DROP CONSTRAINT "business_events_pkey";
--> statement-breakpoint
-- Where rows lie that are there already: a loan's with whoever has it now, else by its application.
do $$
declare
  name text;
  own text;
  of_loan constant text := '(select l.customer_key from loans l where l.portfolio_id = t.portfolio_id and l.loan_no = t.loan_no)';
  of_application constant text := '(select a.customer_key from applications a where a.portfolio_id = t.portfolio_id
    and a.application_no = t.application_no)';
  of_movement constant text := '(select m.customer_key from transactions m where m.portfolio_id = t.portfolio_id
    and m.transaction_no = t.transaction_no)';
begin
  foreach name in array array['applications', 'loans', 'account_entries', 'application_sections', 'business_events',
    'ceremonies', 'coupon_redemptions', 'debit_authorizations', 'decisions', 'documents', 'guard_decisions', 'ibv_reports',
    'ibv_requests', 'installments', 'ledger_entries', 'ledger_postings', 'loan_accounts', 'loan_changes', 'loan_history',
    'mails', 'manual_postings', 'outbox', 'payment_plans', 'risk_reports', 'transactions', 'ach_entries',
    'transaction_history'] loop
    own := case
      when name in ('applications', 'loans') then 'coalesce(t.open_id, t.application_no)'
      when name = 'application_sections' then of_application
      when name in ('ach_entries', 'transaction_history') then of_movement
      when name = 'business_events' then 'coalesce(t.open_id, ''nobody'')'
      when name in ('documents', 'mails', 'outbox') then format('coalesce(%s, t.open_id, ''nobody'')', of_loan)
      else of_loan
    end;
    execute format('alter table %I add column customer_key text', name);
    -- Histories may not be changed; where they lie is none of what they say.
    execute format('alter table %I disable trigger user', name);
    execute format('update %I t set customer_key = %s', name, own);
    execute format('alter table %I enable trigger user', name);
    execute format('alter table %I alter column customer_key set not null', name);
  end loop;
end $$;
--> statement-breakpoint
insert into customer_emails select portfolio_id, email_index, open_id from customers;
--> statement-breakpoint
insert into coupon_places select portfolio_id, coupon_code, place from coupon_redemptions where state <> 'released';
--> statement-breakpoint
insert into trace_numbers select portfolio_id, trace_number from ach_entries;
--> statement-breakpoint
ALTER TABLE "ach_entries" ADD CONSTRAINT "ach_entries_portfolio_id_transaction_no_customer_key_pk" PRIMARY KEY("portfolio_id","transaction_no","customer_key");
--> statement-breakpoint
ALTER TABLE "application_sections" ADD CONSTRAINT "application_sections_portfolio_id_application_no_section_key_customer_key_pk" PRIMARY KEY("portfolio_id","application_no","section_key","customer_key");
--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_portfolio_id_application_no_customer_key_pk" PRIMARY KEY("portfolio_id","application_no","customer_key");
--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_portfolio_id_redemption_no_customer_key_pk" PRIMARY KEY("portfolio_id","redemption_no","customer_key");
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_portfolio_id_loan_no_sequence_line_customer_key_pk" PRIMARY KEY("portfolio_id","loan_no","sequence","line","customer_key");
--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_portfolio_id_loan_no_sequence_customer_key_pk" PRIMARY KEY("portfolio_id","loan_no","sequence","customer_key");
--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_portfolio_id_decision_no_customer_key_pk" PRIMARY KEY("portfolio_id","decision_no","customer_key");
--> statement-breakpoint
ALTER TABLE "loan_history" ADD CONSTRAINT "loan_history_portfolio_id_loan_no_sequence_customer_key_pk" PRIMARY KEY("portfolio_id","loan_no","sequence","customer_key");
--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_portfolio_id_loan_no_customer_key_pk" PRIMARY KEY("portfolio_id","loan_no","customer_key");
--> statement-breakpoint
ALTER TABLE "risk_reports" ADD CONSTRAINT "risk_reports_portfolio_id_loan_no_request_code_basis_hash_customer_key_pk" PRIMARY KEY("portfolio_id","loan_no","request_code","basis_hash","customer_key");
--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_portfolio_id_mail_id_customer_key_pk" PRIMARY KEY("portfolio_id","mail_id","customer_key");
--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_portfolio_id_notice_id_customer_key_pk" PRIMARY KEY("portfolio_id","notice_id","customer_key");
--> statement-breakpoint
ALTER TABLE "installments" ADD CONSTRAINT "installments_portfolio_id_plan_no_number_customer_key_pk" PRIMARY KEY("portfolio_id","plan_no","number","customer_key");
--> statement-breakpoint
ALTER TABLE "payment_plans" ADD CONSTRAINT "payment_plans_portfolio_id_plan_no_customer_key_pk" PRIMARY KEY("portfolio_id","plan_no","customer_key");
--> statement-breakpoint
ALTER TABLE "transaction_history" ADD CONSTRAINT "transaction_history_portfolio_id_transaction_no_sequence_customer_key_pk" PRIMARY KEY("portfolio_id","transaction_no","sequence","customer_key");
--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_portfolio_id_transaction_no_customer_key_pk" PRIMARY KEY("portfolio_id","transaction_no","customer_key");
--> statement-breakpoint
ALTER TABLE "business_events" ADD CONSTRAINT "business_events_portfolio_id_id_customer_key_pk" PRIMARY KEY("portfolio_id","id","customer_key");
--> statement-breakpoint
ALTER TABLE "account_entries" ADD CONSTRAINT "account_entries_portfolio_id_entry_no_customer_key_pk" PRIMARY KEY("portfolio_id","entry_no","customer_key");
--> statement-breakpoint
ALTER TABLE "debit_authorizations" ADD CONSTRAINT "debit_authorizations_portfolio_id_authorization_no_customer_key_pk" PRIMARY KEY("portfolio_id","authorization_no","customer_key");
--> statement-breakpoint
ALTER TABLE "guard_decisions" ADD CONSTRAINT "guard_decisions_portfolio_id_decision_no_customer_key_pk" PRIMARY KEY("portfolio_id","decision_no","customer_key");
--> statement-breakpoint
ALTER TABLE "loan_accounts" ADD CONSTRAINT "loan_accounts_portfolio_id_loan_no_sequence_customer_key_pk" PRIMARY KEY("portfolio_id","loan_no","sequence","customer_key");
--> statement-breakpoint
ALTER TABLE "loan_changes" ADD CONSTRAINT "loan_changes_portfolio_id_change_no_customer_key_pk" PRIMARY KEY("portfolio_id","change_no","customer_key");
--> statement-breakpoint
ALTER TABLE "manual_postings" ADD CONSTRAINT "manual_postings_portfolio_id_posting_no_customer_key_pk" PRIMARY KEY("portfolio_id","posting_no","customer_key");
--> statement-breakpoint
ALTER TABLE "ceremonies" ADD CONSTRAINT "ceremonies_portfolio_id_request_code_customer_key_pk" PRIMARY KEY("portfolio_id","request_code","customer_key");
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_portfolio_id_document_no_customer_key_pk" PRIMARY KEY("portfolio_id","document_no","customer_key");
--> statement-breakpoint
ALTER TABLE "ibv_reports" ADD CONSTRAINT "ibv_reports_portfolio_id_request_code_customer_key_pk" PRIMARY KEY("portfolio_id","request_code","customer_key");
--> statement-breakpoint
ALTER TABLE "ibv_requests" ADD CONSTRAINT "ibv_requests_portfolio_id_request_code_customer_key_pk" PRIMARY KEY("portfolio_id","request_code","customer_key");
--> statement-breakpoint
ALTER TABLE "ach_entries" ADD CONSTRAINT "ach_entries_portfolio_id_transaction_no_customer_key_transactions_portfolio_id_transaction_no_customer_key_fk" FOREIGN KEY ("portfolio_id","transaction_no","customer_key") REFERENCES "public"."transactions"("portfolio_id","transaction_no","customer_key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "application_sections" ADD CONSTRAINT "application_sections_portfolio_id_application_no_customer_key_applications_portfolio_id_application_no_customer_key_fk" FOREIGN KEY ("portfolio_id","application_no","customer_key") REFERENCES "public"."applications"("portfolio_id","application_no","customer_key") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_portfolio_id_loan_no_customer_key_loans_portfolio_id_loan_no_customer_key_fk" FOREIGN KEY ("portfolio_id","loan_no","customer_key") REFERENCES "public"."loans"("portfolio_id","loan_no","customer_key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_portfolio_id_loan_no_sequence_customer_key_ledger_postings_portfolio_id_loan_no_sequence_customer_key_fk" FOREIGN KEY ("portfolio_id","loan_no","sequence","customer_key") REFERENCES "public"."ledger_postings"("portfolio_id","loan_no","sequence","customer_key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_portfolio_id_loan_no_customer_key_loans_portfolio_id_loan_no_customer_key_fk" FOREIGN KEY ("portfolio_id","loan_no","customer_key") REFERENCES "public"."loans"("portfolio_id","loan_no","customer_key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "loan_history" ADD CONSTRAINT "loan_history_portfolio_id_loan_no_customer_key_loans_portfolio_id_loan_no_customer_key_fk" FOREIGN KEY ("portfolio_id","loan_no","customer_key") REFERENCES "public"."loans"("portfolio_id","loan_no","customer_key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "installments" ADD CONSTRAINT "installments_portfolio_id_plan_no_customer_key_payment_plans_portfolio_id_plan_no_customer_key_fk" FOREIGN KEY ("portfolio_id","plan_no","customer_key") REFERENCES "public"."payment_plans"("portfolio_id","plan_no","customer_key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_portfolio_id_loan_no_customer_key_loans_portfolio_id_loan_no_customer_key_fk" FOREIGN KEY ("portfolio_id","loan_no","customer_key") REFERENCES "public"."loans"("portfolio_id","loan_no","customer_key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "account_entries" ADD CONSTRAINT "account_entries_portfolio_id_loan_no_customer_key_loans_portfolio_id_loan_no_customer_key_fk" FOREIGN KEY ("portfolio_id","loan_no","customer_key") REFERENCES "public"."loans"("portfolio_id","loan_no","customer_key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "debit_authorizations" ADD CONSTRAINT "debit_authorizations_portfolio_id_loan_no_customer_key_loans_portfolio_id_loan_no_customer_key_fk" FOREIGN KEY ("portfolio_id","loan_no","customer_key") REFERENCES "public"."loans"("portfolio_id","loan_no","customer_key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "guard_decisions" ADD CONSTRAINT "guard_decisions_portfolio_id_loan_no_customer_key_loans_portfolio_id_loan_no_customer_key_fk" FOREIGN KEY ("portfolio_id","loan_no","customer_key") REFERENCES "public"."loans"("portfolio_id","loan_no","customer_key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "loan_accounts" ADD CONSTRAINT "loan_accounts_portfolio_id_loan_no_customer_key_loans_portfolio_id_loan_no_customer_key_fk" FOREIGN KEY ("portfolio_id","loan_no","customer_key") REFERENCES "public"."loans"("portfolio_id","loan_no","customer_key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "loan_changes" ADD CONSTRAINT "loan_changes_portfolio_id_loan_no_customer_key_loans_portfolio_id_loan_no_customer_key_fk" FOREIGN KEY ("portfolio_id","loan_no","customer_key") REFERENCES "public"."loans"("portfolio_id","loan_no","customer_key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "manual_postings" ADD CONSTRAINT "manual_postings_portfolio_id_loan_no_customer_key_loans_portfolio_id_loan_no_customer_key_fk" FOREIGN KEY ("portfolio_id","loan_no","customer_key") REFERENCES "public"."loans"("portfolio_id","loan_no","customer_key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "transactions_by_trace" ON "transactions" USING btree ("portfolio_id","trace_number");
--> statement-breakpoint
CREATE INDEX "sessions_by_session_id" ON "sessions" USING btree ("session_id");
--> statement-breakpoint
CREATE INDEX "sessions_by_channel_id" ON "sessions" USING btree ("channel_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "applications_one_per_loan" ON "applications" USING btree ("portfolio_id","loan_no","customer_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_redemptions_one_per_customer_place" ON "coupon_redemptions" USING btree ("portfolio_id","coupon_code","open_id","customer_place","customer_key") WHERE "state" <> 'released';
--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_redemptions_one_per_loan" ON "coupon_redemptions" USING btree ("portfolio_id","loan_no","customer_key") WHERE "state" <> 'released';
--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_postings_one_per_cause" ON "ledger_postings" USING btree ("portfolio_id","loan_no","cause","customer_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "decisions_one_per_input" ON "decisions" USING btree ("portfolio_id","loan_no","inputs_hash","customer_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "loans_one_per_application" ON "loans" USING btree ("portfolio_id","application_no","customer_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "loans_one_open_per_customer" ON "loans" USING btree ("portfolio_id","open_id","customer_key") WHERE "open_id" is not null and "status" not in (103, 203, 204, 205, 206);
--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_one_per_notice" ON "outbox" USING btree ("portfolio_id","dedup_key","customer_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_plans_one_current_per_loan" ON "payment_plans" USING btree ("portfolio_id","loan_no","customer_key") WHERE "superseded_at" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_one_per_instruction" ON "transactions" USING btree ("portfolio_id","instruction_key","customer_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "account_entries_one_per_cause" ON "account_entries" USING btree ("portfolio_id","loan_no","cause","customer_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "loan_accounts_one_current_per_loan" ON "loan_accounts" USING btree ("portfolio_id","loan_no","customer_key") WHERE "ended_at" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "loan_changes_one_open_per_loan" ON "loan_changes" USING btree ("portfolio_id","loan_no","customer_key") WHERE "status" = 'open';
--> statement-breakpoint
CREATE UNIQUE INDEX "ceremonies_one_open_per_loan" ON "ceremonies" USING btree ("portfolio_id","loan_no","customer_key") WHERE "sign_status" in (0, 5);
--> statement-breakpoint
CREATE UNIQUE INDEX "ceremonies_one_signed_per_terms" ON "ceremonies" USING btree ("portfolio_id","loan_no","terms_digest","customer_key") WHERE "sign_status" = 1;
--> statement-breakpoint
alter table customer_emails enable row level security, force row level security;
--> statement-breakpoint
create policy lender on customer_emails using (current_user <> 'dolphin_borrower');
--> statement-breakpoint
create policy own_rows on customer_emails using (
  portfolio_id = (select nullif(current_setting('dolphin.portfolio', true), '')::integer)
  and open_id = (select nullif(current_setting('dolphin.customer', true), '')));
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert on customer_emails, trace_numbers to dolphin_application;
    grant select, insert, delete on coupon_places to dolphin_application;
  end if;
end $$;
