CREATE TABLE "portfolio_releases" (
	"portfolio_id" integer NOT NULL,
	"number" integer NOT NULL,
	"act" text NOT NULL,
	"files" jsonb NOT NULL,
	"digest" text NOT NULL,
	"note" text NOT NULL,
	"entered_by" text NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	"before" jsonb NOT NULL,
	"confirmed_by" text,
	"confirmed_at" timestamp with time zone,
	"after" jsonb,
	CONSTRAINT "portfolio_releases_portfolio_id_number_pk" PRIMARY KEY("portfolio_id","number")
);

--> statement-breakpoint
-- Nobody confirms what he entered, and what was entered is what is confirmed (maker and checker).
ALTER TABLE "portfolio_releases" ADD CONSTRAINT "portfolio_releases_maker_checker" CHECK (confirmed_by is null or confirmed_by <> entered_by);
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert on portfolio_releases to dolphin_application;
    grant update (confirmed_by, confirmed_at, after) on portfolio_releases to dolphin_application;
  end if;
end $$;
