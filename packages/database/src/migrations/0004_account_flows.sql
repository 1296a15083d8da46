CREATE TABLE "recovery_codes" (
	"portfolio_id" integer NOT NULL,
	"open_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_portfolio_id_open_id_code_hash_pk" PRIMARY KEY("portfolio_id","open_id","code_hash")
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "totp_pending_secret" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "totp_last_step" bigint;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "channel" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "channel" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE "login_codes" ADD COLUMN "sent_by" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE "login_codes" ADD COLUMN "address_hash" text;--> statement-breakpoint
ALTER TABLE "trusted_devices" ADD COLUMN "trusted" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_portfolio_id_open_id_customers_portfolio_id_open_id_fk" FOREIGN KEY ("portfolio_id","open_id") REFERENCES "public"."customers"("portfolio_id","open_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "login_codes_by_expiry" ON "login_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "trusted_devices_by_expiry" ON "trusted_devices" USING btree ("expires_at");
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert, update, delete on recovery_codes to dolphin_application;
  end if;
end $$;
