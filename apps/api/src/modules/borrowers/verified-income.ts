import type { CallRequest } from '@dolphin/contract/call'
import type { acceptStatementCall } from '@dolphin/contract/verification-staff'
import type { Executor } from '@dolphin/database/driver/executor'
import type { FieldCipher } from '@dolphin/database/driver/field-cipher'
import {
  findLatestIbvReport,
  type IbvRequest,
  listIbvRequests,
} from '@dolphin/database/verification/ibv-repository'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { assert } from '@dolphin/domain/assert'
import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import { formatLocalDate, type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { type Cents, moneyToWire, parseMoney } from '@dolphin/domain/money/cents'
import type { BankAccount, BankReport, BankTransaction } from '@dolphin/domain/verification/bank-report'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { type IncomeSummary, summarizeIncome } from '@dolphin/domain/verification/income'
import { type IncomeFindings, withFindings } from '@dolphin/domain/verification/statement'

/** What a bank link, or an accepted statement, says about income. */
export interface VerifiedIncome {
  readonly requestCode: string
  readonly receivedAt: Date
  readonly report: BankReport
  readonly summary: IncomeSummary
  /** Read through a bank link; else of a statement that a person accepted. */
  readonly isFromLink: boolean
}

/** The newest report of a loan with its income; undefined before any bank link came through. */
export async function loadVerifiedIncome(
  executor: Executor,
  cipher: FieldCipher,
  calendar: BankCalendar,
  key: LoanKey,
): Promise<VerifiedIncome | undefined> {
  const stored = await findLatestIbvReport<StoredReport>(executor, cipher, key)
  if (stored === undefined) return undefined
  const report = reportFromStored(stored.report)
  const { requestCode, receivedAt } = stored
  const summary = summaryOf(stored.report, report, calendar)
  return { requestCode, receivedAt, report, summary, isFromLink: stored.report.findings === undefined }
}

/** The income of a stored report: computed, and where a person accepted a statement, with what they found. */
export function summaryFromStored(stored: StoredReport, calendar: BankCalendar): IncomeSummary {
  return summaryOf(stored, reportFromStored(stored), calendar)
}

/** As summaryFromStored, where the report is read already. */
function summaryOf(
  { findings }: Pick<StoredReport, 'findings'>,
  report: BankReport,
  calendar: BankCalendar,
): IncomeSummary {
  const summary = summarizeIncome(report, calendar)
  return findings === undefined ? summary : withFindings(summary, findingsFromStored(findings), report.asOf)
}

/** How the bank verification of a loan stands. */
export interface IbvProgress {
  readonly attempts: readonly IbvRequest[]
  readonly newest: IbvRequest | undefined
  /** Of the newest attempt; not started where there is none. */
  readonly status: IbvStatus
  /** Some attempt came through: the section is complete. A later failed one takes nothing back. */
  readonly complete: boolean
}

/** How it stands by its attempts, newest first. */
export function ibvProgressOf(attempts: readonly IbvRequest[]): IbvProgress {
  const newest = attempts[0]
  return {
    attempts,
    newest,
    status: newest?.status ?? IbvStatus.notStarted,
    complete: attempts.some(({ status }) => status === IbvStatus.successful),
  }
}

export const loadIbvProgress = async (executor: Executor, key: LoanKey): Promise<IbvProgress> =>
  ibvProgressOf(await listIbvRequests(executor, key))

type StoredTransaction = Omit<BankTransaction, 'date' | 'amount'> & {
  readonly date: string
  readonly amount: string
}
type StoredAccount = Omit<BankAccount, 'balance' | 'transactions'> & {
  readonly balance: string
  readonly transactions: readonly StoredTransaction[]
}
/** A report as JSON: money "500.00", dates "YYYY-MM-DD". */
export type StoredReport = Omit<BankReport, 'asOf' | 'accounts'> & {
  readonly asOf: string
  readonly accounts: readonly StoredAccount[]
  /** Of an accepted statement. */
  readonly findings?: StoredFindings
}

/** Findings as JSON, as the call that accepts a statement takes them. */
export type StoredFindings = CallRequest<typeof acceptStatementCall>['body']['findings']

function findingsFromStored({ frequency, ...found }: StoredFindings): IncomeFindings {
  const dayOf = (text: string | null | undefined) => (text ? day(text) : null)
  const moneyOf = (text: string | undefined) => (text === undefined ? undefined : money(text))
  return {
    ...found,
    cadence: frequency,
    monthlyNetIncome: moneyOf(found.monthlyNetIncome),
    nextPaydays: found.nextPaydays?.map(day),
    periodFrom: dayOf(found.periodFrom),
    lastIncomeOn: dayOf(found.lastIncomeOn),
    averageBalance: moneyOf(found.averageBalance),
    lowestBalance: moneyOf(found.lowestBalance),
    otherLendersMonthly: moneyOf(found.otherLendersMonthly),
  }
}

/** For saveIbvReport; reportFromStored reads it back, exactly. */
export function reportToStored(report: BankReport): StoredReport {
  return {
    ...report,
    asOf: formatLocalDate(report.asOf),
    accounts: report.accounts.map((account) => ({
      ...account,
      balance: moneyToWire(account.balance),
      transactions: account.transactions.map((line) => ({
        ...line,
        date: formatLocalDate(line.date),
        amount: moneyToWire(line.amount),
      })),
    })),
  }
}

export function reportFromStored({
  institution,
  institutionId,
  asOf,
  ownersUnread,
  unreadLines,
  accounts,
}: StoredReport): BankReport {
  return {
    institution,
    ...(institutionId === undefined ? {} : { institutionId }),
    asOf: day(asOf),
    ...(ownersUnread === undefined ? {} : { ownersUnread }),
    ...(unreadLines === undefined ? {} : { unreadLines }),
    accounts: accounts.map((account) => ({
      ...account,
      balance: money(account.balance),
      transactions: account.transactions.map((line) => ({
        ...line,
        date: day(line.date),
        amount: money(line.amount),
      })),
    })),
  }
}

function day(text: string): LocalDate {
  const date = parseLocalDate(text)
  assert(date !== undefined, 'a stored report holds days')
  return date
}

function money(text: string): Cents {
  const amount = parseMoney(text)
  assert(amount !== undefined, 'a stored report holds amounts')
  return amount
}
