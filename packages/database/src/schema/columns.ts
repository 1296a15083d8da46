import { type Cents, cents } from '@dolphin/domain/money/cents'
import { formatLocalDate, type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import type { LegalFact } from '@dolphin/domain/loans/legal-facts'
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
  fromDriver: dayOf,
})

function dayOf(stored: string): LocalDate {
  const date = parseLocalDate(stored)
  if (date === undefined) throw new RangeError('the database holds a date that is none')
  return date
}

interface StoredLegalFact {
  readonly kind: LegalFact['kind']
  readonly since: string
  readonly endedOn: string | null
}

/** Facts of law as one value of a loan's row. */
export const legalFactList = customType<{ data: readonly LegalFact[]; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (facts) =>
    JSON.stringify(
      facts.map(
        ({ kind, since, endedOn }): StoredLegalFact => ({
          kind,
          since: formatLocalDate(since),
          endedOn: endedOn === null ? null : formatLocalDate(endedOn),
        }),
      ),
    ),
  fromDriver: (stored) =>
    (stored as readonly StoredLegalFact[]).map(({ kind, since, endedOn }) => ({
      kind,
      since: dayOf(since),
      endedOn: endedOn === null ? null : dayOf(endedOn),
    })),
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
