import type { CallReply } from '@dolphin/contract/call'
import type { CALLS } from '@dolphin/contract/registry'
import { listLoanChanges } from '@dolphin/database/servicing/loan-change-repository'
import { listWorkItemsOfLoan } from '@dolphin/database/work-items/work-item-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { cents, moneyToWire } from '@dolphin/domain/money/cents'
import {
  ChangeType,
  TransactionPurpose,
  TransactionStatus,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import { WORK_ITEM_RULES } from '@dolphin/domain/work-items/work-item-rules'
import { isReversibleReceipt } from '@dolphin/domain/payments/receipt-reversal'
import type { TestClient } from '@dolphin/api/testing/test-client'
import type { Act, ActOf } from './acts.ts'
import { picked, shareOfDebt } from './changes.ts'
import { confirm } from './confirm.ts'
import { staffOf } from './desk.ts'
import { entryDo } from './entry-acts.ts'
import { note as tell, noteAmendment, storyOf } from './story.ts'
import { pull } from './own-bank.ts'
import type { HandFact } from '../loan-model/facts.ts'
import { ask, CALENDAR, type Life, loanOf, pageOf, transactionsOf } from './life.ts'

const { pending, onBatch, notChecked, checked } = TransactionStatus

type StaffAct = Act & {
  readonly act:
    | 'receipt'
    | 'checkReceipt'
    | 'reverseReceipt'
    | 'rejectEntry'
    | 'reverseEntry'
    | 'prenote'
    | 'end'
    | 'changeByHand'
    | 'undoByHand'
    | 'refund'
    | 'waive'
    | 'suspend'
    | 'cure'
    | 'collect'
    | 'finishWork'
}

/** What employees do. */
export async function staffDo(life: Life, act: StaffAct): Promise<void> {
  switch (act.act) {
    case 'receipt':
      return await receive(life, act)
    case 'checkReceipt':
      return await checkReceipt(life)
    case 'reverseReceipt':
      return await reverseReceipt(life, act)
    case 'rejectEntry':
      return await rejectEntry(life, act)
    case 'reverseEntry':
    case 'prenote':
    case 'end':
      return await entryDo(life, act)
    case 'changeByHand':
      return await changeByHand(life, act)
    case 'undoByHand':
      await post(life, { kind: 'cancelChange', changeTypeCode: ChangeType.cancelChange })
      return
    case 'refund':
      return await refund(life, act)
    case 'waive':
      return await waive(life, act)
    case 'finishWork':
      return await finishWork(life)
    case 'suspend':
    case 'cure':
    case 'collect':
      return await moveStanding(life, act)
  }
}

async function moveStanding(life: Life, act: ActOf<'suspend' | 'cure' | 'collect'>): Promise<void> {
  const { loanNo } = loanOf(life)
  const { ada } = await staffOf(life)
  const note = 'as agreed by phone'
  if (act.act === 'collect') return await collect(life, ada, { loanNo, subStatus: act.step, note })
  const subStatus = act.act === 'suspend' ? act.why : null
  const moved = await ask(life, ada, 'suspendLoan', { body: { loanNo, subStatus, note } })
  if (moved !== undefined) tell(life, loanNo, act.act === 'suspend' ? 'suspended' : 'cured')
}

/** A step of collection; settled for less, the write-off of the rest is confirmed. */
async function collect(life: Life, ada: TestClient, body: object): Promise<void> {
  const moved = await ask(life, ada, 'collectLoan', { body })
  // `ask` answers what the call it names replies.
  const { approval = null } = (moved ?? {}) as Partial<CallReply<(typeof CALLS)['collectLoan']>>
  const { loanNo } = loanOf(life)
  if (moved !== undefined) tell(life, loanNo, 'collected')
  if (approval !== null && (await confirm(life, approval.approvalNo)))
    storyOf(life, loanNo).hand.push({ kind: 'writeOff', amount: null })
}

/** Money that the borrower sent is posted, and checked where it is final or the bank has paid. */
async function receive(life: Life, { share, mode, isChecked }: ActOf<'receipt'>): Promise<void> {
  const amount = await shareOfDebt(life, share)
  if (await post(life, { kind: 'receipt', amount, paymentMode: mode })) byHand(life, 'receipt', amount)
  if (isChecked) await checkReceipt(life)
}

/** Money or a waiver that two employees entered and confirmed. */
function byHand(life: Life, kind: HandFact['kind'], amount: string): void {
  storyOf(life, loanOf(life).loanNo).hand.push({ kind, amount: BigInt(amount.replace('.', '')) })
}

async function waive(life: Life, { of, share }: ActOf<'waive'>): Promise<void> {
  const amount = await shareOfDebt(life, Math.ceil(share / 4))
  if (await post(life, { kind: of, amount })) byHand(life, of, amount)
}

async function checkReceipt(life: Life): Promise<void> {
  const receipt = (await transactionsOf(life, loanOf(life))).find(
    ({ purpose, status }) => purpose === TransactionPurpose.receipt && status === notChecked,
  )
  if (receipt === undefined) return
  const { transactionNo } = receipt
  await post(life, { kind: 'checkReceipt', changeTypeCode: ChangeType.manualChecked, transactionNo })
}

/** A receipt bounced, or was a mistake of ours, of which another amount may have come. */
async function reverseReceipt(
  life: Life,
  { reason, which, isPosted }: ActOf<'reverseReceipt'>,
): Promise<void> {
  const receipts = (await transactionsOf(life, loanOf(life))).filter(isReversibleReceipt)
  const { transactionNo = null, amount = 0n } = picked(receipts, which) ?? {}
  const right = reason === 'wrongAmount' && isPosted ? moneyToWire(cents(amount + 1_000n)) : null
  const order = { kind: 'reverseReceipt', transactionNo, reversalReason: reason, amount: right }
  if (!(await post(life, order))) return
  if (right !== null) byHand(life, 'receipt', right)
  if (reason === 'wrongAmount' || reason === 'wrongLoan') tell(life, loanOf(life).loanNo, 'wrongReceipt')
}

/** What is on its way, or whatever else there is. */
async function rejectEntry(life: Life, { which }: ActOf<'rejectEntry'>): Promise<void> {
  const all = await transactionsOf(life, loanOf(life))
  const onItsWay = all.findLast(({ status }) => status === onBatch || status === pending)
  const entry = onItsWay ?? picked(all, -1 - which)
  if (entry === undefined) return
  const { transactionNo, traceNumber } = entry
  if (!(await post(life, { kind: 'rejectEntry', changeTypeCode: ChangeType.manualReject, transactionNo })))
    return
  tell(life, loanOf(life).loanNo, 'rejected')
  pull(life.bank, traceNumber ?? '')
}

async function changeByHand(
  life: Life,
  { of: changeTypeCode, which, day, share, mode }: ActOf<'changeByHand'>,
): Promise<void> {
  const { installments = [] } = (await pageOf(life)) ?? {}
  const needs = (...types: readonly number[]) => types.includes(changeTypeCode)
  const isPosted = await post(life, {
    kind: 'scheduleChange',
    changeTypeCode,
    installmentNo: needs(ChangeType.changeMode) ? null : (picked(installments, which)?.installmentNo ?? 1),
    effectiveDate: formatLocalDate(CALENDAR.addBankingDays(life.today, 3 + 2 * day)),
    amount: needs(ChangeType.changeAmount, ChangeType.partialMakeup) ? `${20 + share}.00` : null,
    paymentMode: needs(ChangeType.changeMode) ? mode : null,
  })
  if (!isPosted) return
  const [newest] = await listLoanChanges(life.api.database.db, loanOf(life))
  if (newest !== undefined && newest.status !== 'toSign') noteAmendment(life, newest.loanNo, newest)
}

/** A returned-payment fee: 303 sends back no more. */
const A_FEE = '15.00'

async function refund(
  life: Life,
  { of: changeTypeCode, which, share, isExact }: ActOf<'refund'>,
): Promise<void> {
  const paid = (await transactionsOf(life, loanOf(life))).filter(
    ({ type, status }) => type === TransactionType.debit && status === checked,
  )
  const isDuplicate = changeTypeCode === ChangeType.refundDuplicateDebit
  const twice = isDuplicate ? picked(paid, which) : undefined
  const amount = isExact ? (twice === undefined ? A_FEE : moneyToWire(twice.amount)) : `${share}.00`
  const isPosted = await post(life, {
    kind: 'refund',
    changeTypeCode,
    amount,
    transactionNo: twice?.transactionNo ?? null,
  })
  if (isPosted) byHand(life, 'refund', amount)
}

/** Closes what can be closed of the work about the borrower's loans. */
async function finishWork(life: Life): Promise<void> {
  const { ada } = await staffOf(life)
  for (const loan of life.loans) {
    const items = await listWorkItemsOfLoan(life.api.database.db, loan)
    for (const { workItemNo, kind } of items.filter(({ closedAt }) => closedAt === null)) {
      if (WORK_ITEM_RULES[kind].holdsDebits) await setAside(life, ada, workItemNo)
      else await ask(life, ada, 'closeWorkItem', { body: { workItemNo, reason: WHAT_WAS_DONE } })
      tell(life, loan.loanNo, 'closedItem')
    }
  }
}

const WHAT_WAS_DONE = 'spoke with the bank'

/** What the bank sent is of none of ours: one says so, another confirms. */
async function setAside(life: Life, ada: TestClient, workItemNo: string): Promise<void> {
  const body = { act: 'ignore', workItemNo, note: WHAT_WAS_DONE }
  const entered = await ask(life, ada, 'resolveException', { body })
  if (entered === undefined) return
  // `ask` answers what the call it names replies.
  const { approval } = entered as CallReply<(typeof CALLS)['resolveException']>
  await confirm(life, approval.approvalNo)
}

/** One employee enters it, another confirms it; whether it was carried out. */
async function post(life: Life, order: object): Promise<boolean> {
  const body = {
    loanNo: loanOf(life).loanNo,
    changeTypeCode: 0,
    amount: null,
    effectiveDate: formatLocalDate(life.today),
    transactionNo: null,
    installmentNo: null,
    paymentMode: null,
    note: 'as the borrower asked',
    ...order,
  }
  const { ada } = await staffOf(life)
  const entered = await ask(life, ada, 'manualPosting', { body })
  if (entered === undefined) return false
  const { approval } = entered as { readonly approval: { readonly approvalNo: string } }
  return await confirm(life, approval.approvalNo)
}
