import type { CallInputOf } from '@dolphin/contract/call'
import { reverseEntryCall } from '@dolphin/contract/entries'
import { manualPostingCall } from '@dolphin/contract/payments'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { SENT_STATUSES, type TransactionType } from '@dolphin/domain/payments/codes'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import { type Cases, confirmAs, employeeOf, PORTFOLIO } from './cases.ts'

type Posting = CallInputOf<typeof manualPostingCall>['body']
type Reversal = CallInputOf<typeof reverseEntryCall>['body']

/** Loans whose payments go on, the oldest first. */
export async function loansInProcessing({ database }: TestApi): Promise<readonly string[]> {
  const { rows } = await database.executeSql(
    'select loan_no from loans where portfolio_id = $1 and status = $2 order by loan_no',
    [PORTFOLIO, LoanStatus.processing],
  )
  return rows.map((row) => String(row['loan_no']))
}

interface Wanted {
  readonly type: TransactionType
  readonly isReversal?: boolean
  /** Of how many days until today. */
  readonly within: number
}

/** Entries of a type with the bank that took effect lately, and of which nothing is reversed; the newest first. */
export async function sentEntries(
  { api, today }: Pick<Cases, 'api' | 'today'>,
  { type, isReversal = false, within }: Wanted,
): Promise<readonly MoneyTransaction[]> {
  const { rows } = await api.database.executeSql(
    `select distinct loan_no from transactions where portfolio_id = $1 and type = $2 and trace_number is not null
       and effective_date between $3::date - $4::int and $3::date`,
    [PORTFOLIO, type, formatLocalDate(today), within],
  )
  const found: MoneyTransaction[] = []
  for (const row of rows) {
    const all = await listTransactions(api.database.db, {
      portfolioId: PORTFOLIO,
      loanNo: String(row['loan_no']),
    })
    if (all.some(({ purpose }) => purpose === 'reversal') !== isReversal) continue
    found.push(
      ...all.filter(
        (one) =>
          one.type === type &&
          (one.purpose === 'reversal') === isReversal &&
          SENT_STATUSES.includes(one.status) &&
          today - one.effectiveDate <= within &&
          one.effectiveDate <= today,
      ),
    )
  }
  return found.toSorted((one, other) => other.effectiveDate - one.effectiveDate)
}

/** Money by hand: cash enters it, accounting confirms. */
export async function postAndConfirm(
  { api, today }: Pick<Cases, 'api' | 'today'>,
  posting: Pick<Posting, 'loanNo' | 'kind' | 'changeTypeCode' | 'note'> &
    Partial<Pick<Posting, 'amount' | 'paymentMode' | 'installmentNo'>>,
): Promise<boolean> {
  const cash = await employeeOf(api, 'cash')
  const { code, data } = await cash.call(manualPostingCall, {
    body: {
      amount: null,
      paymentMode: null,
      installmentNo: null,
      ...posting,
      effectiveDate: formatLocalDate(today),
      transactionNo: null,
    },
  })
  if (code !== 1 || !('approval' in data)) return false
  await confirmAs(api, 'accounting', data.approval)
  return true
}

/** Reverses an entry: cash enters it, accounting confirms; false where Nacha's rule allows none. */
export async function reverseAndConfirm(
  { api }: Pick<Cases, 'api'>,
  { loanNo, transactionNo }: MoneyTransaction,
  { reason, note }: Pick<Reversal, 'reason' | 'note'>,
): Promise<boolean> {
  const cash = await employeeOf(api, 'cash')
  const body = { loanNo, transactionNo, reason, foundAt: null, note }
  const { code, data } = await cash.call(reverseEntryCall, { body })
  if (code !== 1 || !('approval' in data)) return false
  await confirmAs(api, 'accounting', data.approval)
  return true
}
