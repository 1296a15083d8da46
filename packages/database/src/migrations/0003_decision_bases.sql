CREATE TABLE "decision_bases" (
	"portfolio_id" integer NOT NULL,
	"basis_hash" text NOT NULL,
	"policy_version" integer NOT NULL,
	"basis" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "decision_bases_portfolio_id_basis_hash_pk" PRIMARY KEY("portfolio_id","basis_hash")
);
--> statement-breakpoint
CREATE TABLE "risk_reports" (
	"portfolio_id" integer NOT NULL,
	"loan_no" text NOT NULL,
	"request_code" text NOT NULL,
	"basis_hash" text NOT NULL,
	"result" integer NOT NULL,
	"signals" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "risk_reports_portfolio_id_loan_no_request_code_basis_hash_pk" PRIMARY KEY("portfolio_id","loan_no","request_code","basis_hash")
);

--> statement-breakpoint
create trigger append_only before update or delete on decision_bases
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger append_only_whole before truncate on decision_bases
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger append_only before update or delete on risk_reports
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger append_only_whole before truncate on risk_reports
  for each statement execute function refuse_change();
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert on decision_bases, risk_reports to dolphin_application;
  end if;
end $$;
