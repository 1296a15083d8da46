import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { addDays, formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import { TransactionType, SENT_STATUSES } from '@dolphin/domain/payments/codes'
import type { BankNews } from '@dolphin/api/testing/bank-returns'
import type { Act, ActOf } from './acts.ts'
import { count, type Life, liveFor, loanOf, transactionsOf } from './life.ts'

/** The bank of a borrower returns a debit within so many days. Source: ach.md §2. */
const RETURN_DAYS = 60

type BankAct = Act & { readonly act: 'return' | 'wrongReturn' | 'returnedCredit' | 'noticeOfChange' }

/** What the bank says, of entries of the loan that it has. */
export async function bankSays(life: Life, act: BankAct): Promise<void> {
  const { debit, credit } = TransactionType
  const kinds: readonly number[] = act.act === 'returnedCredit' ? [credit] : [debit]
  const sent = await sentEntries(life, kinds)
  const at = act.act === 'returnedCredit' ? 0 : act.which % Math.max(1, sent.length)
  const transaction = sent.at(-1 - at)
  if (transaction === undefined) return
  const { code } = act
  if (act.act === 'noticeOfChange')
    return await send(life, { transaction, code, correctedData: correctedBy(code) }, 'notice')
  if (act.act === 'wrongReturn') return await sayWrong(life, act, transaction)
  await send(life, { transaction, code }, 'return')
}

/** The newest last; nothing after its sixty days. */
async function sentEntries(life: Life, types: readonly number[]): Promise<MoneyTransaction[]> {
  const { today } = life
  return (await transactionsOf(life, loanOf(life))).filter(
    ({ type, status, traceNumber, effectiveDate }) =>
      types.includes(type) &&
      traceNumber !== null &&
      SENT_STATUSES.includes(status) &&
      effectiveDate <= today &&
      addDays(effectiveDate, RETURN_DAYS) >= today,
  )
}

/** A return of another amount than was sent, which is refused; the right one after it is taken. */
async function sayWrong(
  life: Life,
  { code, isRighted }: ActOf<'wrongReturn'>,
  transaction: MoneyTransaction,
): Promise<void> {
  const amount = cents(transaction.amount + 1n)
  await send(life, { transaction: { ...transaction, amount }, code }, 'wrong return')
  if (isRighted) await send(life, { transaction, code }, 'return')
}

/** Asserts that the bank is never told that it said so before when it had not. */
async function send(life: Life, news: BankNews, what: string): Promise<void> {
  life.bankEntries += 1
  life.isExcused = true
  const bankSequence = life.bankEntries
  await liveFor(life, 1)
  const day = formatLocalDate(life.today)
  const file = await life.days.bankSaysNow([{ ...news, bankSequence }], bankSequence % 26, `RET-${day}.ach`)
  assert(file.alreadyKnown === 0, `a ${what} that comes for the first time is new`)
  count(life, `${news.code} ${what}`)
  await liveFor(life, 1)
}

/** What the bank writes for a code, in its columns. Source: ach.md §3. */
function correctedBy(code: string): string {
  const account = '000111222444'
  switch (code) {
    case 'C02':
      return '091000019'
    case 'C03':
      return `091000019   ${account}`
    case 'C05':
      return '37'
    case 'C06':
      return `${account.padEnd(20)}37`
    case 'C07':
      return `091000019${account.padEnd(17)}37`
    default:
      return account
  }
}
