import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { hash, instant } from './columns.ts'

/** Banks of the directory that was imported last; the same for every portfolio. */
export const bankDirectory = pgTable('bank_directory', {
  routingNumber: text().primaryKey(),
  bankName: text().notNull(),
  city: text().notNull(),
  state: text().notNull(),
  takesAch: boolean().notNull(),
  newRoutingNumber: text(),
})

/** Every import of the directory, with what it changed of the one before. */
export const bankDirectoryVersions = pgTable('bank_directory_versions', {
  version: integer().primaryKey(),
  fileName: text().notNull(),
  sha256: hash().notNull(),
  banks: integer().notNull(),
  added: integer().notNull(),
  changed: integer().notNull(),
  removed: integer().notNull(),
  enteredBy: text().notNull(),
  confirmedBy: text().notNull(),
  importedAt: instant().notNull(),
})
