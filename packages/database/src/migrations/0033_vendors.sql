ALTER TABLE "loan_accounts" ADD COLUMN "entry_key" text;--> statement-breakpoint
ALTER TABLE "loan_accounts" ADD COLUMN "link_request_code" text;--> statement-breakpoint
ALTER TABLE "loan_accounts" ADD COLUMN "link_ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ibv_links" ADD COLUMN "asked_for" text;--> statement-breakpoint
ALTER TABLE "ibv_links" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
-- MX was asked for numbers alone until now.
update "ibv_links" set "asked_for" = 'numbers' where "provider" = 'mx' and "connection_id" is not null;--> statement-breakpoint
ALTER TABLE "ibv_requests" ADD COLUMN "next_poll_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
update "ibv_requests" set "next_poll_at" = "updated_at";--> statement-breakpoint
CREATE INDEX "loan_accounts_by_entry" ON "loan_accounts" USING btree ("portfolio_id","entry_key") WHERE "entry_key" is not null;--> statement-breakpoint
CREATE INDEX "loan_accounts_by_link" ON "loan_accounts" USING btree ("portfolio_id","link_request_code") WHERE "link_request_code" is not null;--> statement-breakpoint
CREATE INDEX "ibv_requests_by_next_poll" ON "ibv_requests" USING btree ("status","next_poll_at");