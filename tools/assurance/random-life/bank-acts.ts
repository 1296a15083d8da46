import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { addDays, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import { TransactionType, SENT_STATUSES } from '@dolphin/domain/payments/codes'
import type { BankNews } from '@dolphin/api/testing/bank-returns'
import type { Act, ActOf } from './acts.ts'
import { countEntryCell } from './cells.ts'
import { nextOrder, note } from './story.ts'
import { count, type Life, liveFor, loanOf, transactionsOf } from './life.ts'

/** The bank of a borrower returns a debit within so many days. Source: ach.md §2. */
const RETURN_DAYS = 60

/** Notices of change that name another account or another bank. Source: ach.md §3. */
const OF_ACCOUNT: readonly string[] = ['C01', 'C02', 'C03', 'C06', 'C07']

type BankAct = Act & {
  readonly act: 'return' | 'wrongReturn' | 'returnedCredit' | 'noticeOfChange' | 'heldReturn' | 'heldArrive'
}

/** What the bank says, of entries of the loan that it has. */
export async function bankSays(life: Life, act: BankAct): Promise<void> {
  if (act.act === 'heldArrive') return await deliverHeld(life)
  const transaction = await entrySpokenOf(life, act)
  if (transaction === undefined) return
  const { code } = act
  switch (act.act) {
    case 'noticeOfChange':
      if (OF_ACCOUNT.includes(code)) note(life, loanOf(life).loanNo, 'accountCorrected')
      return await send(life, { transaction, code, correctedData: correctedBy(code) }, { what: 'notice' })
    case 'wrongReturn':
      return await sayWrong(life, act, transaction)
    case 'heldReturn':
      return void life.held.push({ transaction, code, writtenOn: life.today })
    case 'return':
      return await send(life, { transaction, code }, { what: 'return', isTwice: act.isTwice })
    case 'returnedCredit':
      return await send(life, { transaction, code }, { what: 'return' })
  }
}

/** Counted from the newest. */
async function entrySpokenOf(
  life: Life,
  act: Exclude<BankAct, { readonly act: 'heldArrive' }>,
): Promise<MoneyTransaction | undefined> {
  const { debit, credit } = TransactionType
  const kinds: readonly number[] = act.act === 'returnedCredit' ? [credit] : [debit]
  const sent = await sentEntries(life, kinds)
  const at = act.act === 'returnedCredit' ? 0 : act.which % Math.max(1, sent.length)
  return sent.at(-1 - at)
}

/** Files that were long under way arrive, the newest first. */
async function deliverHeld(life: Life): Promise<void> {
  for (const { writtenOn, ...news } of life.held.splice(0).toReversed())
    await send(life, news, { what: 'late return', writtenOn })
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
  await send(life, { transaction: { ...transaction, amount }, code }, { what: 'wrong return' })
  if (isRighted) await send(life, { transaction, code }, { what: 'return' })
}

/** What the bank delivers, how often, and on which day it was written. */
interface Delivery {
  readonly what: string
  readonly isTwice?: boolean
  readonly writtenOn?: LocalDate
}

/** Asserts that the bank is never told that it said so before when it had not, and is when the file came twice. */
async function send(
  life: Life,
  news: BankNews,
  { what, isTwice = false, writtenOn = life.today }: Delivery,
): Promise<void> {
  life.bankEntries += 1
  life.isExcused = true
  const bankSequence = life.bankEntries
  await noteAnswer(life, news, writtenOn)
  await liveFor(life, 1)
  const day = formatLocalDate(life.today)
  const deliver = async () =>
    await life.days.bankSaysNow([{ ...news, bankSequence }], bankSequence % 26, `RET-${day}.ach`)
  const file = await deliver()
  assert(file.alreadyKnown === 0, `a ${what} that comes for the first time is new`)
  count(life, `${news.code} ${what}`)
  await liveFor(life, 1)
  if (!isTwice) return
  const again = await deliver()
  assert(again.returns === 0, `a ${what} that comes again is not new`)
  count(life, `${news.code} ${what} again`)
  await liveFor(life, 1)
}

/** What the bank's own books keep of what it says. */
async function noteAnswer(
  life: Life,
  { transaction, code, correctedData }: BankNews,
  writtenOn: LocalDate,
): Promise<void> {
  if (correctedData !== undefined) return
  const { traceNumber, amount } = transaction
  life.bank.answers.push({
    trace: traceNumber ?? '',
    code,
    amount,
    writtenOn,
    on: life.today,
    order: nextOrder(life),
  })
  const now = (await transactionsOf(life, loanOf(life))).find((one) => one.traceNumber === traceNumber)
  if (now !== undefined) countEntryCell(life, code, now.status)
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
