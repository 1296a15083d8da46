-- What the ledger keeps is said by keys and judged by the statement that writes: a server that distributes tables runs
-- triggers where the row lies, and none may ask the ledger there. docs/decisions/customer-key.md
ALTER TABLE "ledger_entries" ADD COLUMN "entry_count" integer;
--> statement-breakpoint
-- build before: 0038 stopped it. How many entries their posting has is none of what they book.
alter table ledger_entries disable trigger user;
--> statement-breakpoint
update ledger_entries e set entry_count = p.entry_count from ledger_postings p
  where p.portfolio_id = e.portfolio_id and p.customer_key = e.customer_key and p.loan_no = e.loan_no
    and p.sequence = e.sequence;
--> statement-breakpoint
-- build before: 0038 stopped it.
alter table ledger_entries enable trigger user;
--> statement-breakpoint
-- build before: 0038 stopped it.
ALTER TABLE "ledger_entries" ALTER COLUMN "entry_count" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD COLUMN "previous_sequence" integer GENERATED ALWAYS AS (nullif("sequence" - 1, 0)) STORED;
--> statement-breakpoint
-- build before: it writes the same; the primary key has fewer columns.
CREATE UNIQUE INDEX "ledger_postings_by_hash" ON "ledger_postings" USING btree ("portfolio_id","loan_no","sequence","hash","customer_key");
--> statement-breakpoint
-- build before: the same.
CREATE UNIQUE INDEX "ledger_postings_by_entry_count" ON "ledger_postings" USING btree ("portfolio_id","loan_no","sequence","entry_count","customer_key");
--> statement-breakpoint
-- A chain has no gap and no fork: each link names the one before by number and hash.
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_continue_chain" FOREIGN KEY ("portfolio_id","loan_no","previous_sequence","previous_hash","customer_key") REFERENCES "public"."ledger_postings"("portfolio_id","loan_no","sequence","hash","customer_key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- build before: 0038 stopped it. The first names none.
create or replace function check_ledger_link() returns trigger language plpgsql as $$
begin
  if (new.sequence = 1) <> (new.previous_hash = '') then
    raise exception 'a posting continues the chain of its loan' using errcode = 'DL004';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- build before: the next one says as much and more.
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_portfolio_id_loan_no_sequence_customer_key_ledger_postings_portfolio_id_loan_no_sequence_customer_key_fk";
--> statement-breakpoint
-- Every entry says as many as its posting does, and at the commit each posting has its last one.
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_as_many_as_booked" FOREIGN KEY ("portfolio_id","loan_no","sequence","entry_count","customer_key") REFERENCES "public"."ledger_postings"("portfolio_id","loan_no","sequence","entry_count","customer_key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- build before: 0038 stopped it.
alter table ledger_postings add constraint ledger_postings_have_entries
  foreign key (portfolio_id, loan_no, sequence, entry_count, customer_key)
  references ledger_entries (portfolio_id, loan_no, sequence, line, customer_key) deferrable initially deferred;
--> statement-breakpoint
-- The entries of a posting come whole in one statement, and sum to zero.
create function check_entries() returns trigger language plpgsql as $$
declare
  is_balanced boolean;
  is_whole boolean;
begin
  select bool_and(total = 0), bool_and(entries >= 2 and first = 1 and last = entries and fewest = entries and most = entries)
    into is_balanced, is_whole
    from (select sum(amount) as total, count(*) as entries, min(line) as first, max(line) as last,
        min(entry_count) as fewest, max(entry_count) as most
      from added group by portfolio_id, customer_key, loan_no, sequence) postings;
  if not is_balanced then
    raise exception 'the entries of a posting sum to zero' using errcode = 'DL002';
  end if;
  if not is_whole then
    raise exception 'a posting keeps the entries that it was booked with' using errcode = 'DL003';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger entries_balance after insert on ledger_entries referencing new table as added
  for each statement execute function check_entries();
--> statement-breakpoint
-- build before: 0038 stopped it.
drop trigger posting_balances on ledger_postings;
--> statement-breakpoint
-- build before: 0038 stopped it.
drop trigger entry_balances on ledger_entries;
--> statement-breakpoint
-- build before: 0038 stopped it.
drop function check_posting();
