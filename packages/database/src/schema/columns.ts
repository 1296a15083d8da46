import { type Cents, cents } from '@dolphin/domain/money/cents'
import { formatLocalDate, type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { customType, integer, text, timestamp } from 'drizzle-orm/pg-core'

/** Money in whole cents. */
export const money = customType<{ data: Cents; driverData: string }>({
  dataType: () => 'bigint',
  toDriver: (amount) => amount.toString(),
  fromDriver: (stored) => cents(BigInt(stored)),
})

/** A calendar day without time or zone. */
export const day = customType<{ data: LocalDate; driverData: string }>({
  dataType: () => 'date',
  toDriver: formatLocalDate,
  fromDriver(stored) {
    const date = parseLocalDate(stored)
    if (date === undefined) throw new RangeError('the database holds a date that is none')
    return date
  },
})

/** A point in time; always given by the caller's clock, never by the database's. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })

/** The brand a row belongs to; part of every key of customer-owned rows. */
export const portfolioId = () => integer().notNull()

/** A value encrypted by the field cipher, bound to its table, row and column. */
export const sealed = () => text()

/** SHA-256 or HMAC-SHA-256 in hexadecimal: for looking up what is not stored readable. */
export const hash = () => text()

/**
 * Groups rows where a database distributes them by customer: the openId of the customer who began the loan, or the
 * number of a guest's application. Set with the first row and never changed, not even when an account takes the
 * application over. docs/decisions/customer-key.md
 */
export const customerKey = () => text().notNull()
