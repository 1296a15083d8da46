-- Where customers are spread over servers, no server sees alone that a loan's number is given once, nor that a customer
-- has one application or loan under way: both are claimed here. docs/decisions/customer-key.md
CREATE TABLE "loan_directory" (
	"portfolio_id" integer NOT NULL,
	"loan_no" text NOT NULL,
	"customer_key" text NOT NULL,
	"under_way_of" text,
	CONSTRAINT "loan_directory_portfolio_id_loan_no_pk" PRIMARY KEY("portfolio_id","loan_no")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "loan_directory_one_under_way" ON "loan_directory" USING btree ("portfolio_id","under_way_of");
--> statement-breakpoint
insert into loan_directory (portfolio_id, loan_no, customer_key, under_way_of)
  select portfolio_id, loan_no, customer_key, case when row_number() over (
    partition by portfolio_id, open_id, status in (101, 102, 104, 201, 202) order by created_at desc, loan_no desc) = 1
    and status in (101, 102, 104, 201, 202) then open_id end
  from loans
  on conflict do nothing;
--> statement-breakpoint
alter table loan_directory enable row level security, force row level security;
--> statement-breakpoint
create policy lender on loan_directory using (current_user <> 'dolphin_borrower');
--> statement-breakpoint
create policy own_rows on loan_directory using (
  portfolio_id = nullif(current_setting('dolphin.portfolio', true), '')::integer
  and loan_no = any (nullif(current_setting('dolphin.loans', true), '')::text[]));
