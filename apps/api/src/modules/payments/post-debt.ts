import { insertAccountEntry } from '@dolphin/database/servicing/account-entry-repository'
import {
  findTransaction,
  insertTransaction,
  moveTransaction,
  nextTransactionNo,
} from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { OFF_SCHEDULE_STATUSES } from '@dolphin/domain/loans/codes'
import {
  type PaymentMode,
  TransactionPurpose,
  TransactionStatus,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import { cents, type Cents } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { isFinalWhenReceived, RECEIVED_BY_HAND } from '@dolphin/domain/payments/receipts'
import { PostingKind } from '@dolphin/domain/payments/ledger'
import { type PayoffFigures, payoffOn } from '@dolphin/domain/servicing/payoff'
import { refuse } from '../../refusal.ts'
import { postPayment } from './post-payment.ts'
import { afterPosting } from './after-posting.ts'
import { announceChanged } from '../servicing/announce-debits.ts'
import { loadAccount } from '../servicing/account-facts.ts'
import { followReceipt } from '../servicing/close-changes.ts'
import { postEvent } from '../servicing/post-events.ts'
import { refuseChange } from '../servicing/change-result.ts'
import { waiveLateDays } from '../servicing/waive-late-days.ts'
import { newServicingNo } from '../servicing/servicing-number.ts'
import { type PostingCase, type PostingJudge, type PostingRun, wrongDay, wrongField } from './posting-work.ts'

const LEAST = cents(1n)

/**
 * Money that came another way: posted at once, and checked at once where it is final when received; a personal check
 * is checked by 903 when the bank has paid it. More than is owed is taken too, for it is here; what is too much is sent
 * back.
 */
export const judgeReceipt: PostingJudge = (one) => {
  const { loaded, order } = one
  const { amount, paymentMode, effectiveDate } = order
  if (amount === null) return wrongField('amount', 'Enter the amount that came.')
  if (amount < LEAST) return refuseChange({ reason: 'amountTooSmall', least: LEAST })
  if (paymentMode === null) return wrongField('paymentMode', 'Say how the money came.')
  if (!RECEIVED_BY_HAND.includes(paymentMode))
    return refuse('paymentModeRefused', { errors: [{ elementKey: 'paymentMode', message: NOT_BY_HAND }] })
  const { today } = loaded.serviced
  const from = loaded.terms.effectiveDate
  if (effectiveDate < from || effectiveDate > today) return wrongDay(from, today)
  return ok((run) => receive(one, run, amount, paymentMode))
}

const NOT_BY_HAND = 'Choose a check, money order, transfer or wire: nothing else is entered by hand.'

async function receive(
  { deps, loan, order }: PostingCase,
  run: PostingRun,
  amount: Cents,
  mode: PaymentMode,
) {
  const { unit, actor } = run
  const received = { amount, mode, effectiveDate: order.effectiveDate, isChecked: isFinalWhenReceived(mode) }
  const transactionNo = await postReceipt(deps, loan, run, received)
  await followReceipt(deps, unit, loan, { receiptNo: transactionNo, actor })
  await afterPosting(deps, unit, loan, actor)
  await announceChanged(deps, unit, loan)
  return ok(transactionNo)
}

/** Money that came by hand. */
export interface ReceivedMoney {
  readonly amount: Cents
  readonly mode: number
  /** The day received. */
  readonly effectiveDate: PostingCase['order']['effectiveDate']
  readonly isChecked: boolean
}

/** Posts money that came by hand to a locked loan, with its notice; what follows every posting is the caller's. */
export async function postReceipt(
  deps: PostingCase['deps'],
  loan: PostingCase['loan'],
  { unit, posting, actor }: Pick<PostingRun, 'unit' | 'posting' | 'actor'>,
  { amount, mode, effectiveDate, isChecked }: ReceivedMoney,
): Promise<string> {
  const { portfolioId, customerKey, loanNo, openId } = loan
  assert(openId !== null, 'a funded loan has a customer')
  const transactionNo = await nextTransactionNo(unit.tx)
  const received = await insertTransaction(
    unit.tx,
    {
      portfolioId,
      customerKey,
      transactionNo,
      loanNo,
      openId,
      type: TransactionType.debit,
      mode,
      amount,
      effectiveDate,
      settledOn: effectiveDate,
      status: TransactionStatus.notChecked,
      instructionKey: `posting/${posting.postingNo}`,
      installmentNumber: null,
      purpose: TransactionPurpose.receipt,
    },
    { cause: `received by hand, posting ${posting.postingNo}`, actor, at: unit.now },
  )
  const payment = await findTransaction(unit.tx, { portfolioId, transactionNo })
  assert(received && payment !== undefined, 'a posting is carried out once')
  await postPayment(deps, unit, loan, payment)
  if (isChecked) {
    const reason = { cause: 'final when received', actor, at: unit.now }
    const { notChecked, checked } = TransactionStatus
    await moveTransaction(unit.tx, payment, { from: notChecked, to: checked }, reason)
  }
  return transactionNo
}

/** What a day's quote says of the part that may be given up. */
const WAIVERS = {
  feeWaiver: { kind: PostingKind.feeWaived, most: ({ fees }: PayoffFigures) => fees },
  interestWaiver: {
    kind: PostingKind.interestWaived,
    most: ({ unpaidInterest, newInterest }: PayoffFigures) => cents(unpaidInterest + newInterest),
  },
} as const

/** Fees or interest given up; never more than is owed of them. */
const judgeWaiver =
  (kind: keyof typeof WAIVERS): PostingJudge =>
  (one) => {
    const { loaded, order } = one
    const { amount, effectiveDate } = order
    if (amount === null) return wrongField('amount', 'Enter the amount that is given up.')
    if (amount < LEAST) return refuseChange({ reason: 'amountTooSmall', least: LEAST })
    const quote = quoteOn(one)
    if (quote === undefined) return wrongDay(loaded.account.state.accruedTo, loaded.serviced.today)
    const most = WAIVERS[kind].most(quote)
    if (amount > most)
      return refuse('amountTooLarge', {
        errors: [{ elementKey: 'amount', message: `Of this ${formatCurrency(most)} is owed on that day.` }],
      })
    const posting = WAIVERS[kind].kind
    return ok((run) => enter(one, run, { kind, posting, amount, effectiveDate }))
  }

export const judgeFeeWaiver = judgeWaiver('feeWaiver')
export const judgeInterestWaiver = judgeWaiver('interestWaiver')

/** All that is left is given up; the loan ends when every debit is checked. Source: domain.md §2, settled. */
export const judgeWriteOff: PostingJudge = (one) => {
  const { loan, loaded, order } = one
  if (!OFF_SCHEDULE_STATUSES.includes(loan.status)) return refuse('loanStatusInvalid')
  if (order.amount !== null) return wrongField('amount', 'All that is left is written off; enter no amount.')
  const quote = quoteOn(one)
  if (quote === undefined) return wrongDay(loaded.account.state.accruedTo, loaded.serviced.today)
  const amount = quote.total
  if (amount === 0n) return refuseChange({ reason: 'changeTypeRefused', why: 'sameAsBefore' })
  const { effectiveDate } = order
  const posting = PostingKind.writtenOff
  return ok((run) => enter(one, run, { kind: 'writeOff', posting, amount, effectiveDate }))
}

/** What is owed on the order's day; undefined where interest stands later already, or the day is to come. */
function quoteOn({ loaded, order: { effectiveDate } }: PostingCase): PayoffFigures | undefined {
  const { terms, account, serviced } = loaded
  if (effectiveDate < account.state.accruedTo || effectiveDate > serviced.today) return undefined
  return payoffOn(terms, account.state, effectiveDate)
}

interface Entry {
  readonly kind: 'feeWaiver' | 'interestWaiver' | 'writeOff'
  readonly posting: PostingKind
  readonly amount: Cents
  readonly effectiveDate: PostingCase['order']['effectiveDate']
}

async function enter(
  { deps, loan }: PostingCase,
  { unit, posting: { postingNo }, actor }: PostingRun,
  { kind, posting, amount, effectiveDate }: Entry,
) {
  const { portfolioId, customerKey, loanNo } = loan
  // What is posted now is of interest that is owed: the days by which we were late are given up before.
  await waiveLateDays(deps, unit, loan, { transactionNo: `posting ${postingNo}`, date: effectiveDate })
  const entryNo = await newServicingNo(unit, 'E')
  const isNew = await insertAccountEntry(unit.tx, {
    portfolioId,
    customerKey,
    loanNo,
    entryNo,
    kind,
    amount,
    effectiveDate,
    cause: `posting ${postingNo}`,
    transactionNo: null,
    actor,
    createdAt: unit.now,
  })
  const facts = await loadAccount(deps, unit.tx, loan)
  assert(isNew && facts !== undefined, 'a posting is carried out once, on a funded loan')
  await postEvent(unit, loan, facts, { kind: posting, id: entryNo, effectiveDate })
  await afterPosting(deps, unit, loan, actor)
  return ok(entryNo)
}
