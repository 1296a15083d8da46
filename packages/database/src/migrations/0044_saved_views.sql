CREATE TABLE "saved_views" (
	"employee_id" text NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_views_employee_id_list_name_pk" PRIMARY KEY("employee_id","list","name")
);
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_employee_id_employees_employee_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- build before: grants on what is new alone.
do $$
begin
  -- A borrower's own request reads nothing of the lender's staff.
  if exists (select from pg_roles where rolname = 'dolphin_borrower') then
    revoke all on saved_views from dolphin_borrower;
  end if;
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert, update, delete on saved_views to dolphin_application;
  end if;
end $$;
