-- build before: it does not know the sequence.
CREATE SEQUENCE "public"."note_serial" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "customer_notes" (
	"portfolio_id" integer NOT NULL,
	"open_id" text NOT NULL,
	"note_no" text NOT NULL,
	"loan_no" text,
	"text" text NOT NULL,
	"author" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "customer_notes_portfolio_id_open_id_note_no_pk" PRIMARY KEY("portfolio_id","open_id","note_no")
);
--> statement-breakpoint
CREATE TABLE "find_tokens" (
	"portfolio_id" integer NOT NULL,
	"open_id" text NOT NULL,
	"source" text NOT NULL,
	"token" text NOT NULL,
	CONSTRAINT "find_tokens_portfolio_id_open_id_source_token_pk" PRIMARY KEY("portfolio_id","open_id","source","token")
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "find_key" text;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_portfolio_id_open_id_customers_portfolio_id_open_id_fk" FOREIGN KEY ("portfolio_id","open_id") REFERENCES "public"."customers"("portfolio_id","open_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "find_tokens" ADD CONSTRAINT "find_tokens_portfolio_id_open_id_customers_portfolio_id_open_id_fk" FOREIGN KEY ("portfolio_id","open_id") REFERENCES "public"."customers"("portfolio_id","open_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_notes_by_loan" ON "customer_notes" USING btree ("portfolio_id","loan_no");--> statement-breakpoint
CREATE INDEX "find_tokens_by_token" ON "find_tokens" USING btree ("token","portfolio_id");--> statement-breakpoint
CREATE INDEX "customers_by_find_key" ON "customers" USING btree ("find_key");--> statement-breakpoint
CREATE INDEX "loan_accounts_by_tail" ON "loan_accounts" USING btree ("portfolio_id","account_tail");
--> statement-breakpoint
alter table find_tokens enable row level security, force row level security;
--> statement-breakpoint
create policy lender on find_tokens using (current_user <> 'dolphin_borrower');
--> statement-breakpoint
create policy own_rows on find_tokens using (
  portfolio_id = (select nullif(current_setting('dolphin.portfolio', true), '')::integer)
  and open_id = (select nullif(current_setting('dolphin.customer', true), '')));
--> statement-breakpoint
alter table customer_notes enable row level security, force row level security;
--> statement-breakpoint
create policy lender on customer_notes using (current_user <> 'dolphin_borrower');
--> statement-breakpoint
create policy own_rows on customer_notes using (
  portfolio_id = (select nullif(current_setting('dolphin.portfolio', true), '')::integer)
  and open_id = (select nullif(current_setting('dolphin.customer', true), '')));
--> statement-breakpoint
create trigger append_only before update or delete on customer_notes
  for each row execute function refuse_change_but_of_seal('text');
--> statement-breakpoint
create trigger append_only_whole before truncate on customer_notes
  for each statement execute function refuse_change();
--> statement-breakpoint
-- Takes the notes about a loan, which erase_loan does not know; those about the customer go with the account.
create function erase_notes_of_loan(of_portfolio integer, of_loan text) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform set_config('dolphin.erasing', 'on', true);
  delete from customer_notes where portfolio_id = of_portfolio and loan_no = of_loan;
  perform set_config('dolphin.erasing', 'off', true);
end $$;
--> statement-breakpoint
-- build before: the function is new; it calls none.
revoke all on function erase_notes_of_loan(integer, text) from public;
--> statement-breakpoint
-- build before: grants on what is new alone.
do $$
begin
  -- A borrower's own request reads neither what the lender's staff write nor by what they find.
  if exists (select from pg_roles where rolname = 'dolphin_borrower') then
    revoke all on find_tokens, customer_notes from dolphin_borrower;
  end if;
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    -- Never changed: replaced whole.
    grant select, insert, delete on find_tokens to dolphin_application;
    grant select, insert on customer_notes to dolphin_application;
    grant usage on sequence note_serial to dolphin_application;
    grant execute on function erase_notes_of_loan(integer, text) to dolphin_application;
  end if;
end $$;
