CREATE TABLE "document_requests" (
	"portfolio_id" integer NOT NULL,
	"customer_key" text NOT NULL,
	"loan_no" text NOT NULL,
	"request_no" integer NOT NULL,
	"document_type" integer NOT NULL,
	"note" text NOT NULL,
	"state" text NOT NULL,
	"asked_by" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"answer_by" date NOT NULL,
	"turn" integer NOT NULL,
	"refusal" text,
	"decided_by" text,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "document_requests_portfolio_id_loan_no_request_no_customer_key_pk" PRIMARY KEY("portfolio_id","loan_no","request_no","customer_key")
);
--> statement-breakpoint
ALTER TABLE "document_requests" ADD CONSTRAINT "document_requests_portfolio_id_loan_no_customer_key_loans_portfolio_id_loan_no_customer_key_fk" FOREIGN KEY ("portfolio_id","loan_no","customer_key") REFERENCES "public"."loans"("portfolio_id","loan_no","customer_key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "document_requests_one_open" ON "document_requests" USING btree ("portfolio_id","loan_no","document_type","customer_key") WHERE "state" in ('asked', 'received', 'refused');--> statement-breakpoint
CREATE INDEX "document_requests_by_day" ON "document_requests" USING btree ("portfolio_id","answer_by") WHERE "state" in ('asked', 'refused');--> statement-breakpoint
alter table document_requests enable row level security, force row level security;
--> statement-breakpoint
create policy lender on document_requests using (current_user <> 'dolphin_borrower');
--> statement-breakpoint
create policy own_rows on document_requests using (
  portfolio_id = (select nullif(current_setting('dolphin.portfolio', true), '')::integer)
  and loan_no = any ((select own_loans())::text[]));
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert, update on document_requests to dolphin_application;
  end if;
end $$;
