ALTER TABLE "transactions" ADD COLUMN "reversal_reason" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "error_found_at" timestamp with time zone;--> statement-breakpoint
alter table transactions add constraint transactions_reversal
  check ((reversal_reason is null) = (error_found_at is null));
