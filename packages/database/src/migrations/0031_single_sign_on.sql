ALTER TABLE "employee_factors" ADD COLUMN "issuer" text;--> statement-breakpoint
ALTER TABLE "employee_factors" ADD COLUMN "subject_index" text;--> statement-breakpoint
CREATE UNIQUE INDEX "employee_factors_one_subject" ON "employee_factors" USING btree ("issuer","subject_index") WHERE "kind" = 'openId' and "ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "employee_factors_one_open_id" ON "employee_factors" USING btree ("employee_id","issuer") WHERE "kind" = 'openId' and "ended_at" is null;