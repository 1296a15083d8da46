ALTER TABLE "approvals" ADD COLUMN "end_noted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "again_of" text;--> statement-breakpoint
CREATE INDEX "approvals_to_end" ON "approvals" USING btree ("ends_at") WHERE "state" = 'waiting' and "end_noted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_again_once" ON "approvals" USING btree ("again_of");--> statement-breakpoint
create or replace function refuse_second_answer() returns trigger language plpgsql as $$
begin
  if old.state <> 'waiting' then
    raise exception 'approval % has its answer', old.approval_no using errcode = 'DL001';
  end if;
  if (new.approval_no, new.kind, new.permission, new.entered_under, new.title, new.subject, new.entered,
      new.entered_by, new.entered_at, new.ends_at)
    <> (old.approval_no, old.kind, old.permission, old.entered_under, old.title, old.subject, old.entered,
      old.entered_by, old.entered_at, old.ends_at)
    or new.portfolio_id is distinct from old.portfolio_id or new.loan_no is distinct from old.loan_no
    or new.amount is distinct from old.amount or new.about is distinct from old.about
    or new.entered_factor is distinct from old.entered_factor
    or new.entered_session is distinct from old.entered_session
    or new.again_of is distinct from old.again_of
    or (old.end_noted_at is not null and new.end_noted_at is distinct from old.end_noted_at) then
    raise exception 'approval % stays as it was entered', old.approval_no using errcode = 'DL001';
  end if;
  return new;
end $$;
