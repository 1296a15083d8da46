CREATE TABLE "employee_mirrors" (
	"mirror_no" text PRIMARY KEY NOT NULL,
	"employee_id" text NOT NULL,
	"portfolio_id" integer NOT NULL,
	"open_id" text NOT NULL,
	"reason" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "employee_mirrors" ADD CONSTRAINT "employee_mirrors_employee_id_employees_employee_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "employee_mirrors_by_expiry" ON "employee_mirrors" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "outbox_failed" ON "outbox" USING btree ("failed_at") WHERE "failed_at" is not null;
--> statement-breakpoint
-- build before: grants on what is new alone.
do $$
begin
  -- A borrower's own request never reads who of the lender's staff looked on.
  if exists (select from pg_roles where rolname = 'dolphin_borrower') then
    revoke all on employee_mirrors from dolphin_borrower;
  end if;
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert, update, delete on employee_mirrors to dolphin_application;
  end if;
end $$;
