ALTER TABLE "customers" ADD COLUMN "staff_opt_outs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "paper_notices" ADD COLUMN "object_key" text;--> statement-breakpoint
ALTER TABLE "paper_notices" ADD COLUMN "sha256" text;--> statement-breakpoint
ALTER TABLE "paper_notices" ADD COLUMN "size_bytes" integer;--> statement-breakpoint
CREATE INDEX "outbox_unknown" ON "outbox" USING btree ("portfolio_id","sent_at") WHERE "delivery" in ('accepted', 'delayed');