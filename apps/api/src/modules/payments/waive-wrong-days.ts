import { insertAccountEntry } from '@dolphin/database/servicing/account-entry-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { type Cents, sum } from '@dolphin/domain/money/cents'
import { PostingKind } from '@dolphin/domain/payments/ledger'
import type { DaySpan } from '@dolphin/domain/servicing/late-days'
import {
  WRONG_RECEIPT_FEE_CAUSE,
  wrongReceiptCause,
  wrongReceiptWaivers,
} from '@dolphin/domain/servicing/wrong-receipt'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { loadAccount } from '../servicing/account-facts.ts'
import { postEvent } from '../servicing/post-events.ts'
import { newServicingNo } from '../servicing/servicing-number.ts'
import { waiveLateDays } from '../servicing/waive-late-days.ts'

/** A wrong receipt and the days that it stood. */
interface WrongDays {
  readonly receipt: MoneyTransaction
  readonly span: DaySpan
  readonly actor: string
}

interface Waiver {
  readonly kind: 'interestWaiver' | 'feeWaiver'
  readonly amount: Cents
  readonly effectiveDate: LocalDate
  readonly cause: string
}

/** What was given up, in whole cents. */
export interface GivenUp {
  readonly interest: Cents
  readonly fees: Cents
}

/**
 * Gives up the interest and the fees of the days on which our receipt stood wrongly, each by a posting of its own. The
 * account counts the receipt no more; the caller holds the loan's lock. Source: domain.md §14.
 */
export async function waiveWrongDays(
  deps: Pick<Deps, 'portfolios'>,
  unit: UnitOfWork,
  loan: Loan,
  { receipt, span, actor }: WrongDays,
): Promise<GivenUp> {
  const { transactionNo } = receipt
  await waiveLateDays(deps, unit, loan, { transactionNo, date: span.to })
  const facts = await loadAccount(deps, unit.tx, loan)
  assert(facts !== undefined, 'a loan whose receipt was posted is funded')
  const { from, to } = span
  const fees = facts.entries
    .filter(({ kind, effectiveDate }) => kind === 'fee' && effectiveDate >= from && effectiveDate <= to)
    .map(({ entryNo, amount, effectiveDate }): Waiver => {
      const cause = `${WRONG_RECEIPT_FEE_CAUSE}${transactionNo}/${entryNo}`
      return { kind: 'feeWaiver', amount, effectiveDate, cause }
    })
  for (const waiver of fees) await waive(deps, unit, loan, { ...waiver, actor })
  const charged = await loadAccount(deps, unit.tx, loan)
  assert(charged !== undefined, 'a loan whose receipt was posted is funded')
  const waivers = wrongReceiptWaivers(charged.terms, charged.events, span).map(
    ({ amount, ...days }): Waiver => {
      const cause = wrongReceiptCause(transactionNo, days)
      return { kind: 'interestWaiver', amount, effectiveDate: days.to, cause }
    },
  )
  for (const waiver of waivers) await waive(deps, unit, loan, { ...waiver, actor })
  const total = (of: readonly Waiver[]) => sum(of.map(({ amount }) => amount))
  return { interest: total(waivers), fees: total(fees) }
}

const POSTED = {
  interestWaiver: PostingKind.interestWaived,
  feeWaiver: PostingKind.feeWaived,
} as const

async function waive(
  deps: Pick<Deps, 'portfolios'>,
  unit: UnitOfWork,
  loan: Loan,
  { kind, amount, effectiveDate, cause, actor }: Waiver & { readonly actor: string },
): Promise<void> {
  const { portfolioId, customerKey, loanNo } = loan
  const entryNo = await newServicingNo(unit, 'E')
  const entry = { portfolioId, customerKey, loanNo, entryNo, kind, amount, effectiveDate, cause, actor }
  const isNew = await insertAccountEntry(unit.tx, { ...entry, transactionNo: null, createdAt: unit.now })
  const facts = await loadAccount(deps, unit.tx, loan)
  assert(isNew && facts !== undefined, 'a receipt is reversed once')
  await postEvent(unit, loan, facts, { kind: POSTED[kind], id: entryNo, effectiveDate })
}
