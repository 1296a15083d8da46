CREATE SEQUENCE "public"."message_serial" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "secure_messages" (
	"portfolio_id" integer NOT NULL,
	"open_id" text NOT NULL,
	"message_no" text NOT NULL,
	"sender" text NOT NULL,
	"loan_no" text,
	"text" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "secure_messages_portfolio_id_open_id_message_no_pk" PRIMARY KEY("portfolio_id","open_id","message_no")
);
--> statement-breakpoint
ALTER TABLE "secure_messages" ADD CONSTRAINT "secure_messages_portfolio_id_open_id_customers_portfolio_id_open_id_fk" FOREIGN KEY ("portfolio_id","open_id") REFERENCES "public"."customers"("portfolio_id","open_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "secure_messages" ADD CONSTRAINT "secure_messages_sender_known" CHECK (sender in ('customer', 'lender'));
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert on secure_messages to dolphin_application;
    grant update (read_at) on secure_messages to dolphin_application;
    grant usage on sequence message_serial to dolphin_application;
  end if;
end $$;
