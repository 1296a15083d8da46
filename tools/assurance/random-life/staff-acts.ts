import type { CallReply } from '@dolphin/contract/call'
import type { CALLS } from '@dolphin/contract/registry'
import { listWorkItemsOfLoan } from '@dolphin/database/work-items/work-item-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import {
  ChangeType,
  TransactionPurpose,
  TransactionStatus,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import { WORK_ITEM_RULES } from '@dolphin/domain/work-items/work-item-rules'
import { deskOf } from '@dolphin/api/testing/confirmations'
import { signInEmployee } from '@dolphin/api/testing/employees'
import { cents, moneyToWire } from '@dolphin/domain/money/cents'
import { isReversibleReceipt } from '@dolphin/domain/payments/receipt-reversal'
import type { TestClient } from '@dolphin/api/testing/test-client'
import type { Act, ActOf } from './acts.ts'
import { picked, shareOfDebt } from './changes.ts'
import { ask, CALENDAR, type Life, loanOf, pageOf, transactionsOf } from './life.ts'

const { pending, onBatch, notChecked, checked } = TransactionStatus

type StaffAct = Act & {
  readonly act:
    | 'receipt'
    | 'checkReceipt'
    | 'reverseReceipt'
    | 'rejectEntry'
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
      return await rejectEntry(life)
    case 'changeByHand':
      return await changeByHand(life, act)
    case 'undoByHand':
      return await post(life, { kind: 'cancelChange', changeTypeCode: ChangeType.cancelChange })
    case 'refund':
      return await refund(life, act)
    case 'waive':
      return await post(life, { kind: act.of, amount: await shareOfDebt(life, Math.ceil(act.share / 4)) })
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
  const ada = await signInEmployee(life.api)
  const note = 'as agreed by phone'
  if (act.act === 'collect') return await collect(life, ada, { loanNo, subStatus: act.step, note })
  const subStatus = act.act === 'suspend' ? act.why : null
  await ask(life, ada, 'suspendLoan', { body: { loanNo, subStatus, note } })
}

/** A step of collection; settled for less, the write-off of the rest is confirmed. */
async function collect(life: Life, ada: TestClient, body: object): Promise<void> {
  const moved = await ask(life, ada, 'collectLoan', { body })
  // `ask` answers what the call it names replies.
  const { approval = null } = (moved ?? {}) as Partial<CallReply<(typeof CALLS)['collectLoan']>>
  if (approval !== null) await confirm(life, approval.approvalNo)
}

/** Money that the borrower sent is posted, and checked where it is final or the bank has paid. */
async function receive(life: Life, { share, mode, isChecked }: ActOf<'receipt'>): Promise<void> {
  await post(life, { kind: 'receipt', amount: await shareOfDebt(life, share), paymentMode: mode })
  if (isChecked) await checkReceipt(life)
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
  await post(life, {
    kind: 'reverseReceipt',
    transactionNo,
    reversalReason: reason,
    amount: reason === 'wrongAmount' && isPosted ? moneyToWire(cents(amount + 1_000n)) : null,
  })
}

async function rejectEntry(life: Life): Promise<void> {
  const all = await transactionsOf(life, loanOf(life))
  const onItsWay = all.findLast(({ status }) => status === onBatch || status === pending)
  if (onItsWay === undefined) return
  const { transactionNo } = onItsWay
  await post(life, { kind: 'rejectEntry', changeTypeCode: ChangeType.manualReject, transactionNo })
}

async function changeByHand(
  life: Life,
  { of: changeTypeCode, which, day, share, mode }: ActOf<'changeByHand'>,
): Promise<void> {
  const { installments = [] } = (await pageOf(life)) ?? {}
  const needs = (...types: readonly number[]) => types.includes(changeTypeCode)
  await post(life, {
    kind: 'scheduleChange',
    changeTypeCode,
    installmentNo: needs(ChangeType.changeMode) ? null : (picked(installments, which)?.installmentNo ?? 1),
    effectiveDate: formatLocalDate(CALENDAR.addBankingDays(life.today, 3 + 2 * day)),
    amount: needs(ChangeType.changeAmount, ChangeType.partialMakeup) ? `${20 + share}.00` : null,
    paymentMode: needs(ChangeType.changeMode) ? mode : null,
  })
}

async function refund(life: Life, { of: changeTypeCode, which, share }: ActOf<'refund'>): Promise<void> {
  const paid = (await transactionsOf(life, loanOf(life))).filter(
    ({ type, status }) => type === TransactionType.debit && status === checked,
  )
  const isDuplicate = changeTypeCode === ChangeType.refundDuplicateDebit
  await post(life, {
    kind: 'refund',
    changeTypeCode,
    amount: `${share}.00`,
    transactionNo: isDuplicate ? (picked(paid, which)?.transactionNo ?? null) : null,
  })
}

/** Closes what can be closed of the work about the borrower's loans. */
async function finishWork(life: Life): Promise<void> {
  const ada = await signInEmployee(life.api)
  for (const loan of life.loans) {
    const items = await listWorkItemsOfLoan(life.api.database.db, loan)
    for (const { workItemNo, kind } of items.filter(({ closedAt }) => closedAt === null)) {
      if (WORK_ITEM_RULES[kind].holdsDebits) await setAside(life, ada, workItemNo)
      else await ask(life, ada, 'closeWorkItem', { body: { workItemNo, reason: WHAT_WAS_DONE } })
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

/** One employee enters it, another confirms it. */
async function post(life: Life, order: object): Promise<void> {
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
  const entered = await ask(life, await signInEmployee(life.api), 'manualPosting', { body })
  if (entered === undefined) return
  const { approval } = entered as { readonly approval: { readonly approvalNo: string } }
  await confirm(life, approval.approvalNo)
}

/** Bea reads it at the desk and confirms it; refused is refused, as with any act. */
async function confirm(life: Life, approvalNo: string): Promise<void> {
  const bea = await deskOf(await signInEmployee(life.api, 'bea-example'))
  const shown = await ask(life, bea.client, 'showApproval', { params: { approvalNo } })
  assert(shown !== undefined, 'what was just entered is shown')
  const { digest } = shown as CallReply<(typeof CALLS)['showApproval']>
  const begun = await ask(life, bea.client, 'beginConfirmation', { body: { approvalNo, digest } })
  if (begun === undefined) return
  const { challengeId, options } = begun as CallReply<(typeof CALLS)['beginConfirmation']>
  const response = await bea.touch(options)
  await ask(life, bea.client, 'confirmApproval', { body: { approvalNo, digest, challengeId, response } })
}
