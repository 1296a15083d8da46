CREATE INDEX "outbox_not_delivered" ON "outbox" USING btree ("portfolio_id","delivery_at") WHERE "delivery" in ('undetermined', 'rejected', 'bouncedUnclear', 'bouncedSoft', 'bouncedHard', 'optedOut');--> statement-breakpoint
-- build before: it lists the same notices, by the index above
DROP INDEX "outbox_undelivered";
