-- An item whose cause is still there is put off to a day and comes back on it. docs/decisions/work-items.md
ALTER TABLE "work_items" ADD COLUMN "comes_back_on" date;
--> statement-breakpoint
ALTER TABLE "work_items" ADD COLUMN "outcome" text;
--> statement-breakpoint
ALTER TABLE "work_items" ADD COLUMN "outcome_note" text;
--> statement-breakpoint
ALTER TABLE "work_items" ADD COLUMN "outcome_by" text;
--> statement-breakpoint
ALTER TABLE "work_items" ADD COLUMN "outcome_at" timestamp with time zone;
