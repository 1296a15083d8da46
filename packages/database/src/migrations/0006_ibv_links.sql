CREATE TABLE "ibv_links" (
	"provider" text NOT NULL,
	"provider_session_id" text NOT NULL,
	"request_code" text NOT NULL,
	"portfolio_id" integer NOT NULL,
	"link_url" text NOT NULL,
	"return_url" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"connection_id" text,
	"access_token" text,
	"closed_at" timestamp with time zone,
	CONSTRAINT "ibv_links_provider_provider_session_id_pk" PRIMARY KEY("provider","provider_session_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "ibv_links_by_request" ON "ibv_links" USING btree ("provider","request_code");--> statement-breakpoint
CREATE INDEX "ibv_links_by_connection" ON "ibv_links" USING btree ("provider","connection_id");--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert, update, delete on ibv_links to dolphin_application;
  end if;
end $$;
