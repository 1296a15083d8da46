import { sql } from 'drizzle-orm'
import { foreignKey, index, pgSequence, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, portfolioId, sealed } from './columns.ts'
import { customers } from './customer.ts'

export const messageSerial = pgSequence('message_serial')

/** Messages between a customer and the lender. Append-only but for the instant of reading. */
export const secureMessages = pgTable(
  'secure_messages',
  {
    portfolioId: portfolioId(),
    openId: text().notNull(),
    /** "M" and ten digits; ascends in time. */
    messageNo: text().notNull(),
    sender: text().$type<'customer' | 'lender'>().notNull(),
    /** What the message is about; null for the account as a whole. */
    loanNo: text(),
    text: sealed().notNull(),
    sentAt: instant().notNull(),
    /** When the other side opened it. */
    readAt: instant(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.openId, row.messageNo] }),
    foreignKey({
      columns: [row.portfolioId, row.openId],
      foreignColumns: [customers.portfolioId, customers.openId],
    }),
    /** What waits for an answer by the lender, oldest first. */
    index('secure_messages_waiting').on(row.messageNo).where(sql`sender = 'customer' and read_at is null`),
  ],
)
