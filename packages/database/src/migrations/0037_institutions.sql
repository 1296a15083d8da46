ALTER TABLE "ibv_links" ADD COLUMN "institution_id" text;--> statement-breakpoint
ALTER TABLE "ibv_requests" ADD COLUMN "institution_id" text;--> statement-breakpoint
ALTER TABLE "sandbox_bank_sessions" ADD COLUMN "institution_id" text;--> statement-breakpoint
CREATE INDEX "ibv_requests_by_customer" ON "ibv_requests" USING btree ("portfolio_id","customer_key");