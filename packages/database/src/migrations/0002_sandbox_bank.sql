CREATE TABLE "sandbox_bank_sessions" (
	"provider_session_id" text PRIMARY KEY NOT NULL,
	"request_code" text NOT NULL,
	"portfolio_id" integer NOT NULL,
	"return_url" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	"signed_in_at" timestamp with time zone,
	"username" text,
	"owner_name" text NOT NULL,
	"shared_accounts" text[]
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_bank_sessions_by_request" ON "sandbox_bank_sessions" USING btree ("request_code");
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert, update, delete on sandbox_bank_sessions to dolphin_application;
  end if;
end $$;
