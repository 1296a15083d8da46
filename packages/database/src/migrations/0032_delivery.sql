CREATE TABLE "delivery_events" (
	"portfolio_id" integer NOT NULL,
	"customer_key" text NOT NULL,
	"notice_id" text NOT NULL,
	"event_id" text NOT NULL,
	"open_id" text,
	"loan_no" text,
	"source" text NOT NULL,
	"event" text NOT NULL,
	"status" text,
	"mailbox_full" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"evidence" text,
	CONSTRAINT "delivery_events_portfolio_id_notice_id_event_id_customer_key_pk" PRIMARY KEY("portfolio_id","notice_id","event_id","customer_key")
);
--> statement-breakpoint
CREATE TABLE "paper_notices" (
	"portfolio_id" integer NOT NULL,
	"customer_key" text NOT NULL,
	"notice_id" text NOT NULL,
	"loan_no" text NOT NULL,
	"kind" text NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"printed_at" timestamp with time zone,
	"printed_by" text,
	"address" text,
	"mailed_at" timestamp with time zone,
	"mailed_by" text,
	CONSTRAINT "paper_notices_portfolio_id_notice_id_customer_key_pk" PRIMARY KEY("portfolio_id","notice_id","customer_key")
);
--> statement-breakpoint
CREATE TABLE "suspended_addresses" (
	"portfolio_id" integer NOT NULL,
	"open_id" text NOT NULL,
	"address_index" text NOT NULL,
	"event" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "suspended_addresses_portfolio_id_open_id_address_index_pk" PRIMARY KEY("portfolio_id","open_id","address_index")
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "delivery" text DEFAULT 'queued' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "delivery_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "provider_id" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "address_index" text;--> statement-breakpoint
CREATE INDEX "delivery_events_by_loan" ON "delivery_events" USING btree ("portfolio_id","loan_no","at");--> statement-breakpoint
CREATE INDEX "paper_notices_by_loan" ON "paper_notices" USING btree ("portfolio_id","loan_no","queued_at");--> statement-breakpoint
CREATE INDEX "outbox_by_provider_id" ON "outbox" USING btree ("provider_id") WHERE "provider_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_by_address" ON "outbox" USING btree ("address_index") WHERE "address_index" is not null;--> statement-breakpoint
CREATE INDEX "outbox_undelivered" ON "outbox" USING btree ("portfolio_id","delivery_at") WHERE "delivery" in ('rejected', 'bouncedSoft', 'bouncedHard', 'optedOut');--> statement-breakpoint
update outbox set delivery = case when sent_at is not null then 'accepted' else 'rejected' end,
  delivery_at = coalesce(sent_at, failed_at)
  where sent_at is not null or failed_at is not null;
--> statement-breakpoint
alter table delivery_events enable row level security, force row level security;
--> statement-breakpoint
create policy lender on delivery_events using (current_user <> 'dolphin_borrower');
--> statement-breakpoint
create policy own_rows on delivery_events using (
  portfolio_id = (select nullif(current_setting('dolphin.portfolio', true), '')::integer)
  and (open_id = (select nullif(current_setting('dolphin.customer', true), ''))
    or loan_no = any ((select own_loans())::text[])));
--> statement-breakpoint
alter table paper_notices enable row level security, force row level security;
--> statement-breakpoint
create policy lender on paper_notices using (current_user <> 'dolphin_borrower');
--> statement-breakpoint
create policy own_rows on paper_notices using (
  portfolio_id = (select nullif(current_setting('dolphin.portfolio', true), '')::integer)
  and loan_no = any ((select own_loans())::text[]));
--> statement-breakpoint
alter table suspended_addresses enable row level security, force row level security;
--> statement-breakpoint
create policy lender on suspended_addresses using (current_user <> 'dolphin_borrower');
--> statement-breakpoint
create policy own_rows on suspended_addresses using (
  portfolio_id = (select nullif(current_setting('dolphin.portfolio', true), '')::integer)
  and open_id = (select nullif(current_setting('dolphin.customer', true), '')));
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert on delivery_events to dolphin_application;
    grant select, insert, update, delete on paper_notices to dolphin_application;
    grant select, insert, delete on suspended_addresses to dolphin_application;
  end if;
end $$;
