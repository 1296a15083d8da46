-- An item whose cause is still there is put off to a day and comes back on it. docs/decisions/work-items.md
ALTER TABLE "work_items" ADD COLUMN "comes_back_on" date;
--> statement-breakpoint
ALTER TABLE "work_items" ADD COLUMN "outcome" text;
--> statement-breakpoint
ALTER TABLE "work_items" ADD COLUMN "outcome_note" text;
--> statement-breakpoint
ALTER TABLE "work_items" ADD COLUMN "outcome_by" text;
--> statement-breakpoint
ALTER TABLE "work_items" ADD COLUMN "outcome_at" timestamp with time zone;
--> statement-breakpoint
-- Facts of law stand beside the status of a loan. docs/decisions/legal-facts.md
CREATE TABLE "legal_facts" (
	"portfolio_id" integer NOT NULL,
	"customer_key" text NOT NULL,
	"loan_no" text NOT NULL,
	"sequence" integer NOT NULL,
	"kind" text NOT NULL,
	"since" date NOT NULL,
	"reference" text,
	"noted_at" timestamp with time zone NOT NULL,
	"noted_by" text NOT NULL,
	"ended_on" date,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"confirmed_by" text,
	CONSTRAINT "legal_facts_portfolio_id_loan_no_sequence_customer_key_pk" PRIMARY KEY("portfolio_id","loan_no","sequence","customer_key")
);
--> statement-breakpoint
ALTER TABLE "legal_facts" ADD CONSTRAINT "legal_facts_portfolio_id_loan_no_customer_key_loans_portfolio_id_loan_no_customer_key_fk" FOREIGN KEY ("portfolio_id","loan_no","customer_key") REFERENCES "public"."loans"("portfolio_id","loan_no","customer_key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "legal_facts_one_standing" ON "legal_facts" USING btree ("portfolio_id","loan_no","kind","customer_key") WHERE "ended_at" is null;
--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "legal_facts" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
alter table legal_facts enable row level security, force row level security;
--> statement-breakpoint
create policy lender on legal_facts using (current_user <> 'dolphin_borrower');
--> statement-breakpoint
create policy own_rows on legal_facts using (
  portfolio_id = nullif(current_setting('dolphin.portfolio', true), '')::integer
  and loan_no = any (nullif(current_setting('dolphin.loans', true), '')::text[]));
--> statement-breakpoint
-- What stood as a status until now was noted when the loan moved there.
insert into legal_facts (portfolio_id, customer_key, loan_no, sequence, kind, since, noted_at, noted_by)
  select l.portfolio_id, l.customer_key, l.loan_no, 1, l.sub_status, (h.at at time zone 'America/New_York')::date, h.at, h.actor
  from loans l
  join (select portfolio_id, customer_key, loan_no, to_sub_status, max(at) as at, max(actor) as actor from loan_history
    where to_status = 204 and to_sub_status in ('bankruptcy', 'activeDuty')
    group by portfolio_id, customer_key, loan_no, to_sub_status) h
    on h.portfolio_id = l.portfolio_id and h.customer_key = l.customer_key and h.loan_no = l.loan_no
    and h.to_sub_status = l.sub_status
  where l.status = 204;
--> statement-breakpoint
update loans l set legal_facts = jsonb_build_array(
    jsonb_build_object('kind', f.kind, 'since', to_char(f.since, 'YYYY-MM-DD'), 'endedOn', null))
  from legal_facts f
  where f.portfolio_id = l.portfolio_id and f.customer_key = l.customer_key and f.loan_no = l.loan_no;
