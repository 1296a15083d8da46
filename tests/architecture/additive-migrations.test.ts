import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FIRST_JUDGED, takenAway } from './additive-migrations.ts'
import { PROJECT_ROOT } from './source-files.ts'

const FOLDER = join(PROJECT_ROOT, 'packages/database/src/migrations')

test('each migration since release 0.1.0 only adds, or says that older builds stop (docs/guides/releases.md)', () => {
  const judged = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql') && Number(file.slice(0, 4)) >= FIRST_JUDGED)
    .flatMap((file) => {
      const taken = takenAway(readFileSync(join(FOLDER, file), 'utf8'), Number(file.slice(0, 4)))
      return taken.map((statement) => `${file}: ${statement}`)
    })
  expect(judged).toEqual([])
})

test.each([
  'ALTER TABLE "loans" DROP COLUMN "fee"',
  'alter table loans rename column fee to fees',
  'ALTER TABLE "loans" ADD COLUMN "place" text NOT NULL',
  'alter table loans alter column fee set not null',
  'CREATE UNIQUE INDEX "loans_once" ON "loans" USING btree ("loan_no")',
  'alter table loans add constraint fee_is_small check (fee < 100)',
  'create or replace function refuse_second_answer() returns trigger language plpgsql as $$ begin return new; end $$',
  'drop trigger append_only on loans',
  "do $$ begin execute 'drop table loans'; end $$",
])('%s takes something from the build before', (statement) => {
  expect(takenAway(`create table fresh (id integer);\n--> statement-breakpoint\n${statement}`, 40)).toEqual([
    statement,
  ])
})

test.each([
  'CREATE TABLE "places" ("id" integer)',
  'ALTER TABLE "loans" ADD COLUMN "place" text',
  `ALTER TABLE "loans" ADD COLUMN "place" text DEFAULT '' NOT NULL`,
  'CREATE INDEX "loans_by_fee" ON "loans" USING btree ("fee")',
  'ALTER TABLE "loans" ADD COLUMN "place" text;--> statement-breakpoint\nCREATE UNIQUE INDEX "once" ON "loans" USING btree ("place")',
  'create table fresh (id integer);--> statement-breakpoint\nalter table fresh enable row level security, force row level security',
  'update loans set fee = 0',
  '-- build before: it never writes that column\nalter table loans add constraint fee_is_small check (fee < 100)',
  "alter table loans drop column fee;--> statement-breakpoint\ncreate or replace function least_migrations() returns integer language sql immutable as 'select 41'",
])('%s leaves the build before as it was', (sql) => {
  expect(takenAway(sql, 40)).toEqual([])
})

test('a migration that raises the least build to another number than its own is not excused', () => {
  const sql =
    "alter table loans drop column fee;--> statement-breakpoint\ncreate or replace function least_migrations() returns integer language sql immutable as 'select 40'"
  expect(takenAway(sql, 40)).toHaveLength(2)
})
