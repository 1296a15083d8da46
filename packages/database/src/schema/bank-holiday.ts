import { pgTable, text } from 'drizzle-orm/pg-core'
import { day } from './columns.ts'

/** Days on which the Federal Reserve, and so ACH, is closed; the same for every portfolio. */
export const bankHolidays = pgTable('bank_holidays', {
  holiday: day().primaryKey(),
  name: text().notNull(),
})
