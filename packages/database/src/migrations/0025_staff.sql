CREATE TABLE "employee_challenges" (
	"challenge_id" text PRIMARY KEY NOT NULL,
	"nonce" text NOT NULL,
	"purpose" text NOT NULL,
	"employee_id" text,
	"subject" text,
	"act_digest" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "employee_factors" (
	"factor_id" text PRIMARY KEY NOT NULL,
	"employee_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"invitation_no" text NOT NULL,
	"credential_id" text,
	"public_key" text,
	"counter" bigint,
	"backup_eligible" boolean,
	"backed_up" boolean,
	"aaguid" text,
	"transports" text[],
	"password_hash" text,
	"totp_secret" text,
	"totp_last_step" bigint,
	"made_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_for" text
);
--> statement-breakpoint
CREATE TABLE "employee_invitations" (
	"invitation_no" text PRIMARY KEY NOT NULL,
	"employee_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"link_hash" text,
	"invited_by" text NOT NULL,
	"invited_at" timestamp with time zone NOT NULL,
	"confirmed_by" text,
	"confirmed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "employee_invitations_two_people" CHECK ("confirmed_by" is null or "invited_by" <> "confirmed_by"),
	CONSTRAINT "employee_invitations_not_for_oneself" CHECK ('employee:' || "employee_id" not in ("invited_by", coalesce("confirmed_by", '')))
);
--> statement-breakpoint
CREATE TABLE "employee_roles" (
	"grant_no" text PRIMARY KEY NOT NULL,
	"employee_id" text NOT NULL,
	"role" text NOT NULL,
	"portfolio_id" integer,
	"amount_limit" bigint,
	"from_day" date NOT NULL,
	"until_day" date,
	"granted_by" text NOT NULL,
	"granted_at" timestamp with time zone NOT NULL,
	"confirmed_by" text,
	"confirmed_at" timestamp with time zone,
	"ended_by" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "employee_roles_two_people" CHECK ("confirmed_by" is null or "granted_by" <> "confirmed_by"),
	CONSTRAINT "employee_roles_not_for_oneself" CHECK ('employee:' || "employee_id" not in ("granted_by", coalesce("confirmed_by", '')))
);
--> statement-breakpoint
CREATE TABLE "employee_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"employee_id" text NOT NULL,
	"kind" text NOT NULL,
	"factor_id" text NOT NULL,
	"label" text,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "employee_terminals" (
	"device_hash" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"employee_id" text,
	"factor_id" text,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "employees" (
	"employee_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_index" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "employee_challenges" ADD CONSTRAINT "employee_challenges_employee_id_employees_employee_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_factors" ADD CONSTRAINT "employee_factors_employee_id_employees_employee_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_invitations" ADD CONSTRAINT "employee_invitations_employee_id_employees_employee_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_roles" ADD CONSTRAINT "employee_roles_employee_id_employees_employee_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_sessions" ADD CONSTRAINT "employee_sessions_employee_id_employees_employee_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_sessions" ADD CONSTRAINT "employee_sessions_factor_id_employee_factors_factor_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."employee_factors"("factor_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_terminals" ADD CONSTRAINT "employee_terminals_employee_id_employees_employee_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_terminals" ADD CONSTRAINT "employee_terminals_factor_id_employee_factors_factor_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."employee_factors"("factor_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "employee_challenges_by_expiry" ON "employee_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "employee_factors_by_employee" ON "employee_factors" USING btree ("employee_id");--> statement-breakpoint
CREATE UNIQUE INDEX "employee_factors_one_credential" ON "employee_factors" USING btree ("credential_id");--> statement-breakpoint
CREATE UNIQUE INDEX "employee_factors_one_password" ON "employee_factors" USING btree ("employee_id") WHERE "kind" = 'password' and "ended_at" is null;--> statement-breakpoint
CREATE INDEX "employee_invitations_by_employee" ON "employee_invitations" USING btree ("employee_id");--> statement-breakpoint
CREATE UNIQUE INDEX "employee_invitations_by_link" ON "employee_invitations" USING btree ("link_hash");--> statement-breakpoint
CREATE INDEX "employee_invitations_by_expiry" ON "employee_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "employee_roles_by_employee" ON "employee_roles" USING btree ("employee_id");--> statement-breakpoint
CREATE INDEX "employee_sessions_by_employee" ON "employee_sessions" USING btree ("employee_id");--> statement-breakpoint
CREATE UNIQUE INDEX "employee_sessions_by_session_id" ON "employee_sessions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "employee_sessions_by_expiry" ON "employee_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "employee_terminals_by_code" ON "employee_terminals" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "employee_terminals_by_expiry" ON "employee_terminals" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "employees_one_email" ON "employees" USING btree ("email_index");--> statement-breakpoint
do $$
begin
  -- A borrower's own request never reads who the lender's staff are.
  if exists (select from pg_roles where rolname = 'dolphin_borrower') then
    revoke all on employees, employee_factors, employee_roles, employee_sessions, employee_invitations,
      employee_challenges, employee_terminals from dolphin_borrower;
  end if;
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert, update on employees, employee_factors, employee_roles, employee_invitations
      to dolphin_application;
    grant select, insert, update, delete on employee_sessions, employee_challenges, employee_terminals
      to dolphin_application;
  end if;
end $$;
