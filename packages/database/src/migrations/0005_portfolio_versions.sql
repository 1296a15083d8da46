CREATE TABLE "portfolio_versions" (
	"portfolio_id" integer NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"origin" text NOT NULL,
	"content" jsonb NOT NULL,
	"digest" text NOT NULL,
	"author" text NOT NULL,
	"note" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"effective_from" timestamp with time zone NOT NULL,
	CONSTRAINT "portfolio_versions_portfolio_id_kind_key_version_pk" PRIMARY KEY("portfolio_id","kind","key","version")
);

--> statement-breakpoint
create trigger append_only before update or delete on portfolio_versions
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger append_only_whole before truncate on portfolio_versions
  for each statement execute function refuse_change();
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert on portfolio_versions to dolphin_application;
  end if;
end $$;
