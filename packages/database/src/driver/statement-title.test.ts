import { expect, test } from 'vitest'
import { statementTitle } from './statement-title.ts'

test.each([
  ['select "a" from "loans" where "ssn" = \'521-01-0001\'', 'select loans'],
  ['insert into "tickets" ("id") values ($1)', 'insert tickets'],
  ['update "sessions" set "last_seen" = $1', 'update sessions'],
  ['delete from rate_limits', 'delete rate_limits'],
  ['with due as (select id from pgboss.job) update x set y = 1', 'with pgboss.job'],
  ['begin', 'begin'],
  ["select pg_notify('dolphin_tickets', 'person@example.com')", 'select'],
  ['', 'query'],
])('a statement is called by its verb and first table, never by a value: %s', (text, title) => {
  expect(statementTitle(text)).toBe(title)
})
