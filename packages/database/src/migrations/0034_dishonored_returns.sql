CREATE TABLE "dishonored_returns" (
	"portfolio_id" integer NOT NULL,
	"dishonor_no" text NOT NULL,
	"code" text NOT NULL,
	"original_trace" text NOT NULL,
	"return_code" text NOT NULL,
	"amount" bigint NOT NULL,
	"bank_trace" text NOT NULL,
	"bank_date" text NOT NULL,
	"sha256" text NOT NULL,
	"line" integer NOT NULL,
	"loan_no" text,
	"transaction_no" text,
	"state" text NOT NULL,
	"planned_at" timestamp with time zone NOT NULL,
	"trace_number" text,
	"file_no" text,
	"effective_date" date,
	"ended_for" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "dishonored_returns_portfolio_id_dishonor_no_pk" PRIMARY KEY("portfolio_id","dishonor_no")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "dishonored_returns_once" ON "dishonored_returns" USING btree ("portfolio_id","original_trace","return_code","amount","bank_trace","bank_date") WHERE "state" <> 'dropped';--> statement-breakpoint
CREATE UNIQUE INDEX "dishonored_returns_by_trace" ON "dishonored_returns" USING btree ("portfolio_id","trace_number");--> statement-breakpoint
CREATE INDEX "dishonored_returns_open" ON "dishonored_returns" USING btree ("portfolio_id","state","dishonor_no") WHERE "state" in ('planned', 'sent');--> statement-breakpoint
CREATE INDEX "dishonored_returns_by_loan" ON "dishonored_returns" USING btree ("portfolio_id","loan_no");--> statement-breakpoint
alter table dishonored_returns enable row level security, force row level security;
--> statement-breakpoint
create policy lender on dishonored_returns using (current_user <> 'dolphin_borrower');
--> statement-breakpoint
create policy own_rows on dishonored_returns using (
  portfolio_id = (select nullif(current_setting('dolphin.portfolio', true), '')::integer)
  and loan_no = any ((select own_loans())::text[]));
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert, update on dishonored_returns to dolphin_application;
  end if;
end $$;
