-- build before: it reads the words of what is erased nowhere; they go with their record's key (docs/decisions/record-keys.md).
ALTER TABLE "legal_holds" ALTER COLUMN "reason" DROP NOT NULL;--> statement-breakpoint
-- build before: the same.
ALTER TABLE "manual_postings" ALTER COLUMN "note" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_accounts" ADD COLUMN "tail_index" text;--> statement-breakpoint
CREATE INDEX "loan_accounts_by_tail_index" ON "loan_accounts" USING btree ("portfolio_id","tail_index");--> statement-breakpoint
-- build before: what it may change stays as it was; a table may have several sealed columns now.
create or replace function refuse_change_but_of_seal() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('dolphin.resealing', true) = 'on'
    and to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv then
    return new;
  end if;
  if tg_op = 'DELETE' and current_setting('dolphin.erasing', true) = 'on' then
    return old;
  end if;
  raise exception 'table % is append-only', tg_table_name using errcode = 'DL001';
end $$;
--> statement-breakpoint
-- build before: it changes none of these rows. What a consent keeps of where it was given is sealed in its place; that it
-- was given, to what and when cannot change.
drop trigger append_only on consents_given;
--> statement-breakpoint
create trigger append_only before update or delete on consents_given
  for each row execute function refuse_change_but_of_seal('ip_address', 'user_agent');
