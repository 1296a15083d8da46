ALTER TABLE "debit_authorizations" ADD COLUMN "medium" text DEFAULT 'site' NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_accounts" ADD COLUMN "validated_by" text;--> statement-breakpoint
ALTER TABLE "loan_accounts" ADD COLUMN "prenote_trace" text;--> statement-breakpoint
ALTER TABLE "loan_accounts" ADD COLUMN "prenote_file_no" text;--> statement-breakpoint
ALTER TABLE "loan_accounts" ADD COLUMN "prenote_effective_date" date;--> statement-breakpoint
ALTER TABLE "loan_accounts" ADD COLUMN "prenote_return_code" text;--> statement-breakpoint
ALTER TABLE "loan_accounts" ADD COLUMN "prenote_returned_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "loan_accounts_by_prenote" ON "loan_accounts" USING btree ("portfolio_id","prenote_trace");--> statement-breakpoint
CREATE INDEX "loan_accounts_without_prenote" ON "loan_accounts" USING btree ("portfolio_id","loan_no") WHERE "ended_at" is null and "validated_by" is null and "prenote_trace" is null;--> statement-breakpoint
-- Accounts from before: corrected by their bank, or already debited without a return. The bank of any other is asked.
update "loan_accounts" set "validated_by" = 'noticeOfChange' where "source" = 'noticeOfChange';--> statement-breakpoint
update "loan_accounts" a set "validated_by" = 'earlierUse' where a."validated_by" is null and exists (
  select from "transactions" t where t."portfolio_id" = a."portfolio_id" and t."loan_no" = a."loan_no"
    and t."account_key" = a."account_key" and t."type" = 14001 and t."status" = 3);
