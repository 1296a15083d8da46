CREATE SEQUENCE "public"."approval_serial" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "approvals" (
	"approval_no" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"permission" text NOT NULL,
	"entered_under" text NOT NULL,
	"portfolio_id" integer,
	"loan_no" text,
	"amount" bigint,
	"title" text NOT NULL,
	"subject" text NOT NULL,
	"about" text,
	"entered" text NOT NULL,
	"entered_by" text NOT NULL,
	"entered_factor" text,
	"entered_session" text,
	"entered_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"answered_by" text,
	"answered_at" timestamp with time zone,
	"answer_note" text,
	"answered_factor" text,
	"act" text,
	"act_digest" text,
	"nonce" text,
	"credential_id" text,
	"public_key" text,
	"client_data" text,
	"authenticator_data" text,
	"signature" text,
	"origin" text,
	CONSTRAINT "approvals_two_people" CHECK ("state" not in ('confirmed', 'returned', 'refused') or "entered_by" <> "answered_by"),
	CONSTRAINT "approvals_own_withdrawal" CHECK ("state" <> 'withdrawn' or "entered_by" = "answered_by"),
	CONSTRAINT "approvals_not_for_oneself" CHECK ("state" <> 'confirmed' or "about" is distinct from "answered_by"),
	CONSTRAINT "approvals_two_authenticators" CHECK ("answered_factor" is null or "answered_factor" is distinct from "entered_factor"),
	CONSTRAINT "approvals_answered" CHECK (("state" = 'waiting') = ("answered_by" is null) and ("state" = 'waiting') = ("answered_at" is null)),
	CONSTRAINT "approvals_signed" CHECK (("state" = 'confirmed') = ("signature" is not null and "act" is not null and "act_digest" is not null
        and "nonce" is not null and "client_data" is not null and "authenticator_data" is not null
        and "credential_id" is not null and "public_key" is not null and "answered_factor" is not null))
);
--> statement-breakpoint
ALTER TABLE "employee_factors" ALTER COLUMN "invitation_no" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "employee_factors" ADD COLUMN "made_in_session" text;--> statement-breakpoint
CREATE INDEX "approvals_by_state" ON "approvals" USING btree ("state","approval_no");--> statement-breakpoint
CREATE INDEX "approvals_by_enterer" ON "approvals" USING btree ("entered_by","approval_no");--> statement-breakpoint
-- An answer stands for ever, and what was entered stays as it was entered.
create function refuse_second_answer() returns trigger language plpgsql as $$
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
    or new.entered_session is distinct from old.entered_session then
    raise exception 'approval % stays as it was entered', old.approval_no using errcode = 'DL001';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger answered_once before update on approvals
  for each row execute function refuse_second_answer();
--> statement-breakpoint
create trigger append_only before delete on approvals
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger append_only_whole before truncate on approvals
  for each statement execute function refuse_change();
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'dolphin_borrower') then
    revoke all on approvals from dolphin_borrower;
  end if;
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert, update on approvals to dolphin_application;
    grant usage on sequence approval_serial to dolphin_application;
  end if;
end $$;
