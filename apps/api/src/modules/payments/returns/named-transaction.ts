import { type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { ledgerDayOfReturn } from '@dolphin/domain/payments/return-day'
import type { LoanTransaction } from '../loan-transaction.ts'
import type { ItemContext } from './import-file.ts'
import type { InboxEntry } from './inbox-file.ts'

/** A transaction that the bank speaks of, with its loan locked. */
export interface NamedTransaction extends LoanTransaction {
  readonly item: InboxEntry
  readonly context: ItemContext
}

/** The day under which the ledger books that it came back. */
export const ledgerDayOf = ({ transaction, item, context }: NamedTransaction): LocalDate =>
  ledgerDayOfReturn({
    effectiveDate: transaction.effectiveDate,
    bankDay: parseLocalDate(item.bankDate),
    noticedOn: context.today,
  })
