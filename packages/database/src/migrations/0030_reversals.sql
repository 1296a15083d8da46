ALTER TABLE "transactions" ADD COLUMN "reversal_reason" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "error_found_at" timestamp with time zone;--> statement-breakpoint
alter table transactions add constraint transactions_reversal check (
  (purpose = 'reversal') = (reversal_reason is not null) and (reversal_reason is null) = (error_found_at is null)
  and (reversal_reason is null or original_transaction_no is not null));
