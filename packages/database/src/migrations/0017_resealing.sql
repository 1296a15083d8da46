-- A sealed column of a table that is only appended to may be sealed anew under a newer key: nothing else of the
-- row changes, and only a transaction that says so (set_config 'dolphin.resealing') may do it.
create function refuse_change_but_of_seal() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('dolphin.resealing', true) = 'on'
    and to_jsonb(new) - tg_argv[0] = to_jsonb(old) - tg_argv[0] then
    return new;
  end if;
  raise exception 'table % is append-only', tg_table_name using errcode = 'DL001';
end $$;
--> statement-breakpoint
drop trigger append_only on decisions;
--> statement-breakpoint
create trigger append_only before update or delete on decisions
  for each row execute function refuse_change_but_of_seal('decision');
--> statement-breakpoint
drop trigger append_only on risk_reports;
--> statement-breakpoint
create trigger append_only before update or delete on risk_reports
  for each row execute function refuse_change_but_of_seal('signals');
