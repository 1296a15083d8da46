CREATE TABLE "object_removals" (
	"object_key" text PRIMARY KEY NOT NULL,
	"noted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "paper_notices_by_object" ON "paper_notices" USING btree ("object_key") WHERE "object_key" is not null;--> statement-breakpoint
CREATE INDEX "documents_by_object" ON "documents" USING btree ("object_key");--> statement-breakpoint
CREATE INDEX "signing_sessions_by_input" ON "ceremonies" USING btree ((evidence ->> 'inputKey'));--> statement-breakpoint
CREATE INDEX "signing_sessions_by_mark" ON "ceremonies" USING btree ((evidence #>> '{reservation,markKey}'));--> statement-breakpoint
-- What the erase log named before the store could let go of it.
insert into object_removals (object_key, noted_at)
  select substr(subject, 8), max(at) from erasures where subject like 'object/%' group by 1;
--> statement-breakpoint
-- A build before this one cannot read what this one seals under the keys of records (docs/decisions/record-keys.md).
create or replace function least_migrations() returns integer language sql immutable as 'select 40';
