import type { BankAccountType } from '../applications/codes.ts'
import type { PayrollFrequency } from '../calendar/payroll-frequency.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents } from '../money/cents.ts'
import type { BankReport } from './bank-report.ts'
import type { IncomeSummary } from './income.ts'
import type { SkipReason } from './skip-reason.ts'

/** One line of an uploaded statement. */
export type StatementLine = {
  readonly date: LocalDate
  /** Positive into the account, negative out of it. */
  readonly amount: Cents
  readonly description: string
}

/** A row that does not count: its line in the file, why, and the column where what was wrong stands. */
export type SkippedRow = {
  readonly row: number
  readonly reason: SkipReason
  readonly column: string | null
}

/** Whether the balances of a file follow from its amounts; `none` where it has too few to tell. */
export type BalanceCheck = 'agree' | 'disagree' | 'none'

/** Why no rows were read of a PDF: its pages are pictures, or its text shows no transactions. */
export const PDF_UNREAD = ['noText', 'noRows'] as const
export type PdfUnread = (typeof PDF_UNREAD)[number]

/** What was read of a statement file. */
export type StatementContent = {
  readonly lines: readonly StatementLine[]
  /** The bank whose layout the file has; null where its headings, or the borrower, told the columns. */
  readonly bank: string | null
  readonly from: LocalDate
  readonly to: LocalDate
  /** Last four digits of the account where the file names one alone. */
  readonly accountTail: string | null
  /** Balance before the oldest line, where the file names it beside its rows, as a PDF does. */
  readonly openingBalance: Cents | null
  /** Balance after the newest line; null where the file names none. */
  readonly closingBalance: Cents | null
  readonly balances: BalanceCheck
  /** Rows of the file that are not blank: the lines and the skipped rows. */
  readonly rowsInFile: number
  /** The first rows that do not count, by line. */
  readonly skipped: readonly SkippedRow[]
  readonly moreSkipped: number
}

/** The account that a statement is accepted for: the one typed in the bank section. */
export type StatementAccount = {
  readonly type: BankAccountType
  readonly routingNumber: string
  readonly accountNumber: string
  readonly ownerNames: readonly string[]
}

/**
 * A statement as a bank report, so that the functions of a bank link calculate its income too. A file without balances
 * gets zero as its lowest point: it is unknown and does not count against the applicant. `asOf` is the day of the
 * upload: a stale statement shows by its days without income. domain.md §5.
 */
export function statementReport(
  { lines, closingBalance }: Pick<StatementContent, 'lines' | 'closingBalance'>,
  { type, routingNumber, accountNumber, ownerNames }: StatementAccount,
  asOf: LocalDate,
): BankReport {
  const transactions = lines.map((line, at) => ({ ...line, transactionId: `statement-${at + 1}` }))
  const account = {
    accountId: 'statement',
    type,
    name: 'Uploaded statement',
    routingNumber,
    accountNumber,
    ownerNames,
    open: true,
    balance: closingBalance ?? closingAboveZero(lines),
    transactions,
  }
  return { institution: 'Bank statement', asOf, accounts: [account] }
}

/** The balance at the end of lines whose lowest point is zero. */
function closingAboveZero(lines: readonly StatementLine[]): Cents {
  let [balance, lowest] = [0n, 0n]
  for (const { amount } of lines) {
    balance += amount
    if (balance < lowest) lowest = balance
  }
  return cents(balance - lowest)
}

/** What a person found in a statement; each stands in place of what was computed. */
export type IncomeFindings = {
  readonly monthlyNetIncome?: Cents | undefined
  readonly cadence?: PayrollFrequency | null | undefined
  readonly nextPaydays?: readonly LocalDate[] | undefined
  /** First day that the statement shows. */
  readonly periodFrom?: LocalDate | null | undefined
  readonly lastIncomeOn?: LocalDate | null | undefined
  readonly averageBalance?: Cents | undefined
  readonly lowestBalance?: Cents | undefined
  readonly nsfCount30?: number | undefined
  readonly nsfCount90?: number | undefined
  readonly otherLenders?: number | undefined
  readonly otherLendersMonthly?: Cents | undefined
}

/**
 * The computed summary with a person's findings in its place. An income that only a person found counts as regular:
 * they saw it come at its rhythm, or would not have accepted it. Our decision.
 */
export function withFindings(
  summary: IncomeSummary,
  { periodFrom, lastIncomeOn, ...found }: IncomeFindings,
  asOf: LocalDate,
): IncomeSummary {
  const given = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
  const isByHand = summary.sources.length === 0 && found.monthlyNetIncome !== undefined
  return {
    ...summary,
    ...given,
    ...(isByHand ? { regularity: 100 } : {}),
    ...(!periodFrom ? {} : { daysOfHistory: asOf - periodFrom }),
    ...(!lastIncomeOn ? {} : { daysSinceLastIncome: asOf - lastIncomeOn }),
  }
}
