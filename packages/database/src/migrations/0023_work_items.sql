CREATE SEQUENCE "public"."work_item_serial" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "work_items" (
	"portfolio_id" integer NOT NULL,
	"work_item_no" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"loan_no" text,
	"concerns" text[] DEFAULT '{}' NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"due" date NOT NULL,
	"reason" text NOT NULL,
	"facts" jsonb NOT NULL,
	"taken_by" text,
	"taken_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	"closed_for" text,
	CONSTRAINT "work_items_portfolio_id_work_item_no_pk" PRIMARY KEY("portfolio_id","work_item_no")
);
--> statement-breakpoint
ALTER TABLE "ach_inbox_entries" ADD COLUMN "amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ach_inbox_entries" ADD COLUMN "bank_trace" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ach_inbox_entries" ADD COLUMN "bank_date" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Rows from before have no date: the domain compares them by what they have (same-bank-entry.ts).
-- Entries are appended to, never rewritten, but that one which could not be applied is applied when it comes again.
create function refuse_change_but_of_applied() returns trigger language plpgsql as $$
declare
  changing constant text[] := array['applied', 'transaction_no', 'loan_no'];
begin
  if tg_op = 'UPDATE' and old.applied <> 'applied' and new.applied = 'applied'
    and to_jsonb(new) - changing = to_jsonb(old) - changing then
    return new;
  end if;
  raise exception 'table % is append-only', tg_table_name using errcode = 'DL001';
end $$;--> statement-breakpoint
drop trigger append_only on "ach_inbox_entries";--> statement-breakpoint
update "ach_inbox_entries" set "bank_trace" = coalesce("addenda" ->> 'traceNumber', '');--> statement-breakpoint
create trigger append_only before update or delete on "ach_inbox_entries"
  for each row execute function refuse_change_but_of_applied();--> statement-breakpoint
ALTER TABLE "ach_inbox_entries" DROP CONSTRAINT "ach_inbox_entries_portfolio_id_kind_original_trace_code_pk";--> statement-breakpoint
ALTER TABLE "ach_inbox_entries" ADD CONSTRAINT "ach_inbox_entries_same_bank_entry" PRIMARY KEY("portfolio_id","kind","original_trace","code","amount","bank_trace","bank_date");--> statement-breakpoint
CREATE UNIQUE INDEX "work_items_one_open" ON "work_items" USING btree ("portfolio_id","kind","subject") WHERE "closed_at" is null;--> statement-breakpoint
CREATE INDEX "work_items_open" ON "work_items" USING btree ("due","since") WHERE "closed_at" is null;--> statement-breakpoint
CREATE INDEX "work_items_by_subject" ON "work_items" USING btree ("portfolio_id","kind","subject");--> statement-breakpoint
CREATE INDEX "work_items_by_loan" ON "work_items" USING btree ("portfolio_id","loan_no","since");--> statement-breakpoint
alter table work_items enable row level security, force row level security;
--> statement-breakpoint
create policy lender on work_items using (current_user <> 'dolphin_borrower');
--> statement-breakpoint
create policy own_rows on work_items using (
  portfolio_id = (select nullif(current_setting('dolphin.portfolio', true), '')::integer)
  and (loan_no = any ((select own_loans())::text[]) or concerns && (select own_loans())::text[]));
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert, update on work_items to dolphin_application;
    grant usage on sequence work_item_serial to dolphin_application;
    grant update (applied, transaction_no, loan_no) on ach_inbox_entries to dolphin_application;
  end if;
end $$;
