CREATE TABLE "bank_directory" (
	"routing_number" text PRIMARY KEY NOT NULL,
	"bank_name" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"takes_ach" boolean NOT NULL,
	"new_routing_number" text
);
--> statement-breakpoint
CREATE TABLE "bank_directory_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"banks" integer NOT NULL,
	"added" integer NOT NULL,
	"changed" integer NOT NULL,
	"removed" integer NOT NULL,
	"entered_by" text NOT NULL,
	"confirmed_by" text NOT NULL,
	"imported_at" timestamp with time zone NOT NULL
);

--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert, update, delete on bank_directory to dolphin_application;
    grant select, insert on bank_directory_versions to dolphin_application;
  end if;
end $$;
