import type { ManualPosting } from '@dolphin/database/servicing/manual-posting-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { formatUsDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { type Result, refuse } from '../../refusal.ts'
import type { RenderedAmendment } from '../servicing/amendment-document.ts'
import type { ChangeDocument } from '../servicing/change-document.ts'
import type { LoadedLoan } from '../servicing/load-serviced-loan.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { PostingOrder } from '../servicing/posting-order.ts'
import type { Deps } from '../../deps.ts'

/** A locked loan and what is to be posted to it. */
export interface PostingCase {
  readonly deps: Deps
  readonly loan: Loan
  readonly loaded: LoadedLoan
  readonly order: PostingOrder
}

/** Who carries a posting out, in which transaction. */
export interface PostingRun {
  readonly unit: UnitOfWork
  readonly posting: Pick<ManualPosting, 'postingNo' | 'enteredBy'>
  /** Who confirmed it. */
  readonly actor: string
  /** Of a change of the schedule: its receipt, rendered before the transaction. */
  readonly document: ChangeDocument | undefined
  /** Of a change that the borrower signs: its amendment, rendered likewise. */
  readonly amendment: RenderedAmendment | undefined
}

/** What a posting does once it is confirmed. Refused at this point, nothing may have been written yet. */
export type PostingWork = (run: PostingRun) => Promise<Result<unknown>>

/** Checks an order against the loan as it stands; the same when it is entered and when it is confirmed. */
export type PostingJudge = (
  one: PostingCase,
  unit: UnitOfWork,
) => Result<PostingWork> | Promise<Result<PostingWork>>

/** A field that this kind of posting needs, or needs otherwise. */
export const wrongField = (elementKey: string, message: string): Result<never> =>
  refuse('invalidInput', { errors: [{ elementKey, message }] })

/** A posting cannot count from a day before its loan's money moved last, nor from one to come. */
export const wrongDay = (from: LocalDate, to: LocalDate): Result<never> =>
  refuse('dateNotAvailable', {
    errors: [
      {
        elementKey: 'effectiveDate',
        message: `Choose a day from ${formatUsDate(from)} to ${formatUsDate(to)}.`,
      },
    ],
  })

/** The transaction that an order names. */
export const transactionOf = ({ loaded, order }: PostingCase): MoneyTransaction | undefined =>
  loaded.transactions.find(({ transactionNo }) => transactionNo === order.transactionNo)
