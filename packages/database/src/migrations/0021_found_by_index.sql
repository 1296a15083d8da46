CREATE INDEX "loans_by_sub_status" ON "loans" USING btree ("portfolio_id","sub_status","updated_at");--> statement-breakpoint
CREATE INDEX "outbox_by_loan" ON "outbox" USING btree ("portfolio_id","loan_no","created_at");--> statement-breakpoint
CREATE INDEX "payment_plans_by_loan" ON "payment_plans" USING btree ("portfolio_id","loan_no","created_at");--> statement-breakpoint
CREATE INDEX "transactions_returned" ON "transactions" USING btree ("portfolio_id","returned_on") WHERE "returned_on" is not null;--> statement-breakpoint
CREATE INDEX "debit_authorizations_renewed" ON "debit_authorizations" USING btree ("portfolio_id","account_key") WHERE "kind" = 'renewed';--> statement-breakpoint
CREATE INDEX "ceremonies_by_loan" ON "ceremonies" USING btree ("portfolio_id","loan_no","opened_at");--> statement-breakpoint
CREATE INDEX "ibv_reports_by_loan" ON "ibv_reports" USING btree ("portfolio_id","loan_no","received_at");