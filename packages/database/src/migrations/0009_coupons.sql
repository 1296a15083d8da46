CREATE TABLE "coupon_grants" (
	"portfolio_id" integer NOT NULL,
	"coupon_code" text NOT NULL,
	"open_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"issued_by" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "coupon_grants_portfolio_id_coupon_code_open_id_pk" PRIMARY KEY("portfolio_id","coupon_code","open_id")
);
--> statement-breakpoint
CREATE TABLE "coupon_redemptions" (
	"portfolio_id" integer NOT NULL,
	"redemption_no" text NOT NULL,
	"coupon_code" text NOT NULL,
	"coupon_version" integer NOT NULL,
	"open_id" text NOT NULL,
	"loan_no" text NOT NULL,
	"state" text NOT NULL,
	"place" integer NOT NULL,
	"customer_place" integer NOT NULL,
	"benefit" jsonb NOT NULL,
	"reserved_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"released_at" timestamp with time zone,
	CONSTRAINT "coupon_redemptions_portfolio_id_redemption_no_pk" PRIMARY KEY("portfolio_id","redemption_no")
);
--> statement-breakpoint
ALTER TABLE "coupon_grants" ADD CONSTRAINT "coupon_grants_portfolio_id_open_id_customers_portfolio_id_open_id_fk" FOREIGN KEY ("portfolio_id","open_id") REFERENCES "public"."customers"("portfolio_id","open_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_portfolio_id_loan_no_loans_portfolio_id_loan_no_fk" FOREIGN KEY ("portfolio_id","loan_no") REFERENCES "public"."loans"("portfolio_id","loan_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_redemptions_one_per_place" ON "coupon_redemptions" USING btree ("portfolio_id","coupon_code","place") WHERE "state" <> 'released';--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_redemptions_one_per_customer_place" ON "coupon_redemptions" USING btree ("portfolio_id","coupon_code","open_id","customer_place") WHERE "state" <> 'released';--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_redemptions_one_per_loan" ON "coupon_redemptions" USING btree ("portfolio_id","loan_no") WHERE "state" <> 'released';--> statement-breakpoint
CREATE INDEX "coupon_redemptions_by_customer" ON "coupon_redemptions" USING btree ("portfolio_id","open_id","reserved_at");
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert on coupon_grants to dolphin_application;
    grant select, insert, update on coupon_redemptions to dolphin_application;
  end if;
end $$;
