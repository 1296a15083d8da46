CREATE SEQUENCE "public"."servicing_serial" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "account_entries" (
	"portfolio_id" integer NOT NULL,
	"loan_no" text NOT NULL,
	"entry_no" text NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"effective_date" date NOT NULL,
	"cause" text NOT NULL,
	"transaction_no" text,
	"actor" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"voided_at" timestamp with time zone,
	CONSTRAINT "account_entries_portfolio_id_entry_no_pk" PRIMARY KEY("portfolio_id","entry_no")
);
--> statement-breakpoint
CREATE TABLE "ach_inbox_entries" (
	"portfolio_id" integer NOT NULL,
	"kind" text NOT NULL,
	"original_trace" text NOT NULL,
	"code" text NOT NULL,
	"sha256" text NOT NULL,
	"line" integer NOT NULL,
	"transaction_no" text,
	"loan_no" text,
	"addenda" jsonb NOT NULL,
	"applied" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "ach_inbox_entries_portfolio_id_kind_original_trace_code_pk" PRIMARY KEY("portfolio_id","kind","original_trace","code")
);
--> statement-breakpoint
CREATE TABLE "ach_inbox_files" (
	"portfolio_id" integer NOT NULL,
	"sha256" text NOT NULL,
	"file_name" text NOT NULL,
	"status" text NOT NULL,
	"errors" jsonb NOT NULL,
	"returns" integer NOT NULL,
	"notices_of_change" integer NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ach_inbox_files_portfolio_id_sha256_pk" PRIMARY KEY("portfolio_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "debit_authorizations" (
	"portfolio_id" integer NOT NULL,
	"authorization_no" text NOT NULL,
	"loan_no" text NOT NULL,
	"open_id" text NOT NULL,
	"kind" text NOT NULL,
	"account_key" text NOT NULL,
	"amount" bigint,
	"granted_at" timestamp with time zone NOT NULL,
	"document_no" text,
	"revoked_at" timestamp with time zone,
	"revoked_by" text,
	"revoked_for" text,
	CONSTRAINT "debit_authorizations_portfolio_id_authorization_no_pk" PRIMARY KEY("portfolio_id","authorization_no")
);
--> statement-breakpoint
CREATE TABLE "guard_decisions" (
	"portfolio_id" integer NOT NULL,
	"decision_no" text NOT NULL,
	"loan_no" text NOT NULL,
	"transaction_no" text,
	"asked" text NOT NULL,
	"allowed" boolean NOT NULL,
	"rule" text NOT NULL,
	"words" text NOT NULL,
	"facts" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "guard_decisions_portfolio_id_decision_no_pk" PRIMARY KEY("portfolio_id","decision_no")
);
--> statement-breakpoint
CREATE TABLE "loan_accounts" (
	"portfolio_id" integer NOT NULL,
	"loan_no" text NOT NULL,
	"sequence" integer NOT NULL,
	"open_id" text NOT NULL,
	"routing_number" text NOT NULL,
	"account_type" text NOT NULL,
	"account_tail" text NOT NULL,
	"account_number" text NOT NULL,
	"holder_name" text NOT NULL,
	"account_key" text NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "loan_accounts_portfolio_id_loan_no_sequence_pk" PRIMARY KEY("portfolio_id","loan_no","sequence")
);
--> statement-breakpoint
CREATE TABLE "loan_changes" (
	"portfolio_id" integer NOT NULL,
	"change_no" text NOT NULL,
	"loan_no" text NOT NULL,
	"open_id" text NOT NULL,
	"change_type" integer NOT NULL,
	"status" text NOT NULL,
	"request" jsonb NOT NULL,
	"result" jsonb NOT NULL,
	"holds_from" date NOT NULL,
	"cut_off_at" timestamp with time zone NOT NULL,
	"plan_no_before" text NOT NULL,
	"plan_no" text,
	"transaction_no" text,
	"request_code" text,
	"document_no" text,
	"actor" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "loan_changes_portfolio_id_change_no_pk" PRIMARY KEY("portfolio_id","change_no")
);
--> statement-breakpoint
CREATE TABLE "manual_postings" (
	"portfolio_id" integer NOT NULL,
	"posting_no" text NOT NULL,
	"loan_no" text NOT NULL,
	"kind" text NOT NULL,
	"change_type" integer NOT NULL,
	"amount" bigint,
	"effective_date" date NOT NULL,
	"transaction_no" text,
	"note" text NOT NULL,
	"entered_by" text NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	"confirmed_by" text,
	"confirmed_at" timestamp with time zone,
	"state" text NOT NULL,
	CONSTRAINT "manual_postings_portfolio_id_posting_no_pk" PRIMARY KEY("portfolio_id","posting_no")
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "purpose" text DEFAULT 'disbursement' NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "account_key" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "authorization_no" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "change_no" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "original_transaction_no" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "attempt" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "settled_on" date;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "returned_on" date;--> statement-breakpoint
ALTER TABLE "account_entries" ADD CONSTRAINT "account_entries_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk" FOREIGN KEY ("portfolio_id","loan_no") REFERENCES "public"."loans"("portfolio_id","loan_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ach_inbox_entries" ADD CONSTRAINT "ach_inbox_entries_portfolio_id_sha256_ach_inbox_files_portfolio_id_sha256_fk" FOREIGN KEY ("portfolio_id","sha256") REFERENCES "public"."ach_inbox_files"("portfolio_id","sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "debit_authorizations" ADD CONSTRAINT "debit_authorizations_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk" FOREIGN KEY ("portfolio_id","loan_no") REFERENCES "public"."loans"("portfolio_id","loan_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guard_decisions" ADD CONSTRAINT "guard_decisions_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk" FOREIGN KEY ("portfolio_id","loan_no") REFERENCES "public"."loans"("portfolio_id","loan_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_accounts" ADD CONSTRAINT "loan_accounts_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk" FOREIGN KEY ("portfolio_id","loan_no") REFERENCES "public"."loans"("portfolio_id","loan_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_changes" ADD CONSTRAINT "loan_changes_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk" FOREIGN KEY ("portfolio_id","loan_no") REFERENCES "public"."loans"("portfolio_id","loan_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manual_postings" ADD CONSTRAINT "manual_postings_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk" FOREIGN KEY ("portfolio_id","loan_no") REFERENCES "public"."loans"("portfolio_id","loan_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_entries_one_per_cause" ON "account_entries" USING btree ("portfolio_id","loan_no","cause");--> statement-breakpoint
CREATE INDEX "account_entries_by_loan" ON "account_entries" USING btree ("portfolio_id","loan_no","effective_date");--> statement-breakpoint
CREATE INDEX "ach_inbox_entries_by_loan" ON "ach_inbox_entries" USING btree ("portfolio_id","loan_no","at");--> statement-breakpoint
CREATE INDEX "ach_inbox_entries_by_file" ON "ach_inbox_entries" USING btree ("portfolio_id","sha256");--> statement-breakpoint
CREATE INDEX "debit_authorizations_by_loan" ON "debit_authorizations" USING btree ("portfolio_id","loan_no","granted_at");--> statement-breakpoint
CREATE INDEX "debit_authorizations_by_customer" ON "debit_authorizations" USING btree ("portfolio_id","open_id");--> statement-breakpoint
CREATE INDEX "guard_decisions_by_loan" ON "guard_decisions" USING btree ("portfolio_id","loan_no","at");--> statement-breakpoint
CREATE UNIQUE INDEX "loan_accounts_one_current_per_loan" ON "loan_accounts" USING btree ("portfolio_id","loan_no") WHERE "ended_at" is null;--> statement-breakpoint
CREATE INDEX "loan_accounts_by_account" ON "loan_accounts" USING btree ("portfolio_id","account_key");--> statement-breakpoint
CREATE UNIQUE INDEX "loan_changes_one_open_per_loan" ON "loan_changes" USING btree ("portfolio_id","loan_no") WHERE "status" = 'open';--> statement-breakpoint
CREATE INDEX "loan_changes_by_loan" ON "loan_changes" USING btree ("portfolio_id","loan_no","requested_at");--> statement-breakpoint
CREATE INDEX "loan_changes_by_transaction" ON "loan_changes" USING btree ("portfolio_id","transaction_no");--> statement-breakpoint
CREATE INDEX "manual_postings_by_loan" ON "manual_postings" USING btree ("portfolio_id","loan_no","entered_at");--> statement-breakpoint
CREATE INDEX "installments_by_due_date" ON "installments" USING btree ("portfolio_id","due_date");--> statement-breakpoint
CREATE INDEX "transactions_by_account" ON "transactions" USING btree ("portfolio_id","account_key","effective_date");--> statement-breakpoint
CREATE INDEX "transactions_by_installment" ON "transactions" USING btree ("portfolio_id","loan_no","installment_number");
--> statement-breakpoint
--> statement-breakpoint
create trigger append_only before update or delete on guard_decisions
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger append_only_whole before truncate on guard_decisions
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger append_only before update or delete on ach_inbox_entries
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger append_only_whole before truncate on ach_inbox_entries
  for each statement execute function refuse_change();
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert on guard_decisions, ach_inbox_entries to dolphin_application;
    grant select, insert, update on loan_accounts, debit_authorizations, account_entries, loan_changes,
      ach_inbox_files, manual_postings to dolphin_application;
    grant usage, select on sequence servicing_serial to dolphin_application;
  end if;
end $$;
