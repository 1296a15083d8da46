CREATE TABLE "employee_browsers" (
	"mark_hash" text NOT NULL,
	"employee_id" text NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "employee_browsers_mark_hash_employee_id_pk" PRIMARY KEY("mark_hash","employee_id")
);
--> statement-breakpoint
CREATE TABLE "employee_links" (
	"link_no" text PRIMARY KEY NOT NULL,
	"one" text NOT NULL,
	"other" text NOT NULL,
	"finding" text NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"lift_entered_by" text,
	"lifted_by" text,
	"lifted_at" timestamp with time zone,
	CONSTRAINT "employee_links_of_two" CHECK ("one" < "other"),
	CONSTRAINT "employee_links_two_people" CHECK ("lifted_by" is null or "lift_entered_by" <> "lifted_by"),
	CONSTRAINT "employee_links_not_for_oneself" CHECK ("lifted_by" is null or ('employee:' || "one" not in ("lift_entered_by", "lifted_by")
        and 'employee:' || "other" not in ("lift_entered_by", "lifted_by")))
);
--> statement-breakpoint
CREATE TABLE "employee_touches" (
	"touch_no" text PRIMARY KEY NOT NULL,
	"employee_id" text NOT NULL,
	"session_id" text NOT NULL,
	"act" text NOT NULL,
	"act_digest" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone,
	"factor_id" text,
	"nonce" text,
	"credential_id" text,
	"public_key" text,
	"client_data" text,
	"authenticator_data" text,
	"signature" text,
	"origin" text,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "employee_factors" ADD COLUMN "serial_hash" text;--> statement-breakpoint
ALTER TABLE "employee_sessions" ADD COLUMN "touched_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "employee_terminals" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "employee_browsers" ADD CONSTRAINT "employee_browsers_employee_id_employees_employee_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_links" ADD CONSTRAINT "employee_links_one_employees_employee_id_fk" FOREIGN KEY ("one") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_links" ADD CONSTRAINT "employee_links_other_employees_employee_id_fk" FOREIGN KEY ("other") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_touches" ADD CONSTRAINT "employee_touches_employee_id_employees_employee_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_touches" ADD CONSTRAINT "employee_touches_factor_id_employee_factors_factor_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."employee_factors"("factor_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "employee_browsers_by_last" ON "employee_browsers" USING btree ("last_at");--> statement-breakpoint
CREATE UNIQUE INDEX "employee_links_once" ON "employee_links" USING btree ("one","other","finding");--> statement-breakpoint
CREATE INDEX "employee_touches_by_act" ON "employee_touches" USING btree ("act_digest");
--> statement-breakpoint
-- build before: a terminal's session ends after 12 hours from now on, by its end alone.
update employee_sessions set expires_at = least(expires_at, created_at + interval '12 hours') where kind = 'terminal';
--> statement-breakpoint
-- build before: grants on what is new alone.
do $$
begin
  -- A borrower's own request never reads what the lender's staff do among themselves.
  if exists (select from pg_roles where rolname = 'dolphin_borrower') then
    revoke all on employee_browsers, employee_links, employee_touches from dolphin_borrower;
  end if;
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert, update, delete on employee_browsers to dolphin_application;
    grant select, insert, update on employee_links, employee_touches to dolphin_application;
  end if;
end $$;
