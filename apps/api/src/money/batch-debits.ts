import {
  insertSteppedTransactions,
  sendPlannedTransactions,
  type StatusStep,
} from '@dolphin/database/debit-write-repository'
import { insertGuardDecisions } from '@dolphin/database/guard-decision-repository'
import { moveLoanChange } from '@dolphin/database/loan-change-repository'
import { nextSerials } from '@dolphin/database/serial'
import { moveTransaction } from '@dolphin/database/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import type { GuardAnswer } from '@dolphin/domain/debit-guard/debit-guard'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { TransactionMode } from '@dolphin/domain/payment/transaction-mode'
import { TransactionPurpose } from '@dolphin/domain/payment/transaction-purpose'
import { TransactionStatus } from '@dolphin/domain/payment/transaction-status'
import { TransactionType } from '@dolphin/domain/payment/transaction-type'
import { StandardEntryClass } from '@dolphin/nacha/nacha-file'
import type { DebitLoan } from '../servicing/debit-loan.ts'
import { findDebitNotices, guardPlannedDebit } from '../servicing/guard-planned-debit.ts'
import { installmentKey, type PlannedDebit, plannedDebits } from '../servicing/planned-debits.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import type { BatchDay, OutgoingEntry, Traced } from './batch-file.ts'
import type { GuardMoment } from '../servicing/guard-planned-debit.ts'
import type { MoneyParts } from './money-parts.ts'
import { entryOnAccount } from './outgoing-entry.ts'

/** A debit that the guard lets out. */
export interface AcceptedDebit extends OutgoingEntry {
  readonly kind: 'debit'
  readonly debit: PlannedDebit
  readonly accountKey: string
  readonly authorizationNo: string
}

/** A debit that stays here, and why. */
export interface DeniedDebit {
  readonly debit: PlannedDebit
  readonly transactionNo: string
  readonly rule: string
  readonly words: string
  /** Whether it may go another time; if not, it is refused for good. */
  readonly mayPass: boolean
}

/** What the guard said to all debits of some loans. */
export interface JudgedDebits {
  readonly accepted: readonly AcceptedDebit[]
  readonly denied: readonly DeniedDebit[]
}

/** Asks the guard about every debit that is due of these loans; what nothing is owed of is passed over. */
export async function judgeDebits(
  parts: Pick<MoneyParts, 'cipher'>,
  unit: UnitOfWork,
  loans: readonly DebitLoan[],
  day: BatchDay,
  moment: GuardMoment,
): Promise<JudgedDebits> {
  const planned = loans
    .flatMap((loan) => plannedDebits(loan, () => day.effectiveEntryDate))
    .filter(({ amount, transaction }) => amount > 0n || transaction !== undefined)
  const [first] = planned
  if (first === undefined) return { accepted: [], denied: [] }
  const notices = await findDebitNotices(unit.tx, first.of.loan.portfolioId, planned)
  const fresh = planned.filter(({ transaction }) => transaction === undefined).length
  const serials = await nextSerials(unit.tx, 'transaction', fresh)
  const numbers = serials.map((serial) => `T${serial.toString().padStart(9, '0')}`).values()
  const accepted: AcceptedDebit[] = []
  const denied: DeniedDebit[] = []
  for (const debit of planned) {
    const transactionNo = debit.transaction?.transactionNo ?? numbers.next().value
    assert(transactionNo !== undefined, 'each new debit has its number')
    const judged = judge(parts, debit, transactionNo, guardPlannedDebit(debit, notices, moment))
    if ('kind' in judged) accepted.push(judged)
    else denied.push(judged)
  }
  return { accepted, denied }
}

function judge(
  parts: Pick<MoneyParts, 'cipher'>,
  debit: PlannedDebit,
  transactionNo: string,
  answer: GuardAnswer,
): AcceptedDebit | DeniedDebit {
  if (!answer.allowed) {
    const { rule, words, mayPass } = answer
    return { debit, transactionNo, rule, words, mayPass }
  }
  const { of, amount, confirmedOnline, entryDescription } = debit
  assert(of.account !== undefined, 'the guard lets nothing out without an account')
  const standardEntryClass = confirmedOnline ? StandardEntryClass.web : StandardEntryClass.ppd
  const facts = { loanNo: of.loan.loanNo, amount, direction: 'debit', standardEntryClass } as const
  const entry = entryOnAccount(parts, of.account, facts)
  if (!entry.ok) {
    const words = 'The account cannot be debited with the details that we have. Please update them.'
    return { debit, transactionNo, rule: entry.error, words, mayPass: true }
  }
  return {
    kind: 'debit',
    debit,
    transactionNo,
    accountKey: of.account.accountKey,
    authorizationNo: answer.authorizationNo,
    direction: 'debit',
    standardEntryClass,
    entryDescription,
    entry: entry.value,
  }
}

const { none, pending, onBatch, rejected } = TransactionStatus
const PLANNED: StatusStep = { to: none, cause: 'due' }
const OPENED: StatusStep = { to: pending, cause: 'cut-off window opened, the guard was asked' }

/** Writes debits that go out with a file: movements with their history, and what the guard answered. */
export async function writeAcceptedDebits(
  unit: UnitOfWork,
  debits: readonly Traced<AcceptedDebit>[],
  { day, fileNo, actor }: { readonly day: BatchDay; readonly fileNo: string; readonly actor: string },
): Promise<void> {
  const by = { actor, at: unit.now }
  const sent: StatusStep = { to: onBatch, cause: `put on batch ${fileNo}` }
  const fresh = debits.filter(({ debit }) => debit.transaction === undefined)
  await insertSteppedTransactions(
    unit.tx,
    fresh.map((one) => ({
      ...movementOf(one.debit, one.transactionNo, day),
      accountKey: one.accountKey,
      authorizationNo: one.authorizationNo,
      traceNumber: one.traceNumber,
      steps: [PLANNED, OPENED, sent],
    })),
    by,
  )
  const planned = debits.filter(({ debit }) => debit.transaction !== undefined)
  const moved = await sendPlannedTransactions(
    unit.tx,
    debits[0]?.debit.of.loan.portfolioId ?? 0,
    planned.map(({ debit, transactionNo, accountKey, authorizationNo, traceNumber }) => ({
      portfolioId: debit.of.loan.portfolioId,
      transactionNo,
      accountKey,
      authorizationNo,
      traceNumber,
      amount: debit.amount,
      effectiveDate: day.effectiveEntryDate,
      steps: [OPENED, sent],
    })),
    by,
  )
  assert(moved === planned.length, 'the run holds the loans, so nobody else moves their debits')
  await insertGuardDecisions(
    unit.tx,
    debits.map(({ debit, transactionNo }) => ({
      ...decisionOf(unit, debit, transactionNo, day),
      decisionNo: `${dateOf(day)}/${transactionNo}`,
      allowed: true,
      rule: 'allRulesHold',
      words: '',
    })),
  )
}

/** The movement of an agreed payment whose window has come. */
function movementOf({ of, installment, amount }: PlannedDebit, transactionNo: string, day: BatchDay) {
  const { portfolioId, loanNo, openId } = of.loan
  assert(installment !== undefined && openId !== null, 'what no movement was made for is of the schedule')
  return {
    portfolioId,
    loanNo,
    openId,
    transactionNo,
    amount,
    type: TransactionType.debit,
    mode: TransactionMode.ach,
    purpose: TransactionPurpose.installment,
    effectiveDate: day.effectiveEntryDate,
    instructionKey: installmentKey(loanNo, installment.number),
    installmentNumber: installment.number,
  }
}

const dateOf = ({ businessDate }: BatchDay): string => formatLocalDate(businessDate)

function decisionOf(unit: UnitOfWork, debit: PlannedDebit, transactionNo: string, day: BatchDay) {
  const { of, item, agreed, amount, owed, inFlight, presentment } = debit
  return {
    portfolioId: of.loan.portfolioId,
    loanNo: of.loan.loanNo,
    transactionNo,
    asked: 'batch' as const,
    facts: {
      item,
      presentment,
      effectiveDate: formatLocalDate(day.effectiveEntryDate),
      agreed: moneyToWire(agreed),
      amount: moneyToWire(amount),
      owed: moneyToWire(owed),
      inFlight: moneyToWire(inFlight),
    },
    at: unit.now,
  }
}

/**
 * Writes debits that stay here, each with the guard's answer: planned on (0) where they may go another time, refused
 * (-1) where they never will, and then the change that asked for one has failed. The same answer on the same day is
 * kept once, however often the batch asks. Source: domain.md §9.
 */
export async function writeDeniedDebits(
  unit: UnitOfWork,
  denied: readonly DeniedDebit[],
  day: BatchDay,
  actor: string,
): Promise<void> {
  const fresh = denied.filter(({ debit }) => debit.transaction === undefined && debit.amount > 0n)
  await insertSteppedTransactions(
    unit.tx,
    fresh.map((one) => ({
      ...movementOf(one.debit, one.transactionNo, day),
      effectiveDate: one.debit.installment?.dueDate ?? day.effectiveEntryDate,
      accountKey: one.debit.of.account?.accountKey ?? null,
      steps: one.mayPass ? [PLANNED] : [PLANNED, OPENED, refusal(one)],
    })),
    { actor, at: unit.now },
  )
  for (const one of denied) {
    if (one.debit.transaction !== undefined && !one.mayPass) await refusePlanned(unit, one, actor)
  }
  await insertGuardDecisions(
    unit.tx,
    denied.map(({ debit, transactionNo, rule, words }) => ({
      ...decisionOf(unit, debit, transactionNo, day),
      decisionNo: `${dateOf(day)}/${debit.of.loan.loanNo}/${debit.item}/${rule}`,
      allowed: false,
      rule,
      words,
    })),
  )
}

const refusal = ({ rule, words }: DeniedDebit): StatusStep => ({ to: rejected, cause: `${rule}: ${words}` })

async function refusePlanned(unit: UnitOfWork, one: DeniedDebit, actor: string): Promise<void> {
  const { transaction } = one.debit
  assert(transaction !== undefined, 'only what was planned is refused here')
  const at = unit.now
  const asked = { from: none, to: pending }
  await moveTransaction(unit.tx, transaction, asked, { cause: OPENED.cause, actor, at })
  const move = { from: pending, to: rejected }
  await moveTransaction(unit.tx, transaction, move, { cause: refusal(one).cause, actor, at })
  const { portfolioId, changeNo } = transaction
  if (changeNo !== null)
    await moveLoanChange(unit.tx, { portfolioId, changeNo }, { from: 'open', to: 'failed', at })
}
