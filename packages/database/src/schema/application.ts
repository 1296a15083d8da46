import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { SectionKey } from '@dolphin/domain/applications/codes'
import { customerKey, instant, portfolioId, sealed } from './columns.ts'

/** What a borrower asks for. Without a customer while it is begun in guidance. */
export const applications = pgTable(
  'applications',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    applicationNo: text().notNull(),
    loanNo: text().notNull(),
    openId: text(),
    createdAt: instant().notNull(),
    attachedAt: instant(),
    submittedAt: instant(),
    updatedAt: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.applicationNo, row.customerKey] }),
    uniqueIndex('applications_one_per_loan').on(row.portfolioId, row.loanNo, row.customerKey),
    index('applications_by_customer').on(row.portfolioId, row.openId),
  ],
)

/** Answers of one section, encrypted as one JSON; `version` refuses a save over somebody else's. */
export const applicationSections = pgTable(
  'application_sections',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    applicationNo: text().notNull(),
    sectionKey: text().$type<SectionKey>().notNull(),
    answers: sealed().notNull(),
    complete: boolean().notNull(),
    formVersion: integer().notNull(),
    version: integer().notNull(),
    updatedAt: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.applicationNo, row.sectionKey, row.customerKey] }),
    foreignKey({
      columns: [row.portfolioId, row.applicationNo, row.customerKey],
      foreignColumns: [applications.portfolioId, applications.applicationNo, applications.customerKey],
    }).onDelete('cascade'),
  ],
)
