import {
  insertSteppedTransactions,
  sendPlannedTransactions,
  type StatusStep,
} from '@dolphin/database/payments/debit-write-repository'
import { insertEligibilityDecisions } from '@dolphin/database/payments/eligibility-decision-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { ALL_RULES_HOLD } from '@dolphin/domain/payments/debit-eligibility/debit-eligibility'
import { CONFIRMED_DAY } from '@dolphin/domain/payments/debit-eligibility/debit-rules'
import { holdCauseOf } from '@dolphin/domain/payments/debit-eligibility/hold-cause'
import { moneyToWire } from '@dolphin/domain/money/cents'
import {
  TransactionMode,
  TransactionPurpose,
  TransactionStatus,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import { moveCoveredPayments } from '../servicing/covered-payments.ts'
import { installmentKey } from '../servicing/planned-debits.ts'
import { refuseDebit, WINDOW_OPENED } from '../servicing/refuse-debit.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { BatchDay, DayOrder, Traced } from './batch-file.ts'
import type { AcceptedDebit, CheckedDebit, IneligibleDebit } from './check-debits.ts'
import { failedWith } from '../servicing/loan-failure.ts'
import type { MoneyDeps } from '../../deps.ts'

const { none, pending, onBatch, rejected } = TransactionStatus
const PLANNED: StatusStep = { to: none, cause: 'due' }
const OPENED: StatusStep = { to: pending, cause: WINDOW_OPENED }

/** Writes debits that go out with a file: transactions with their history, and the results of the eligibility check. */
export async function writeAcceptedDebits(
  unit: UnitOfWork,
  debits: readonly Traced<AcceptedDebit>[],
  { day, fileNo, actor }: { readonly day: BatchDay; readonly fileNo: string; readonly actor: string },
): Promise<void> {
  const by = { actor, at: unit.now }
  const sent: StatusStep = { to: onBatch, cause: `put on batch ${fileNo}` }
  const way = [PLANNED, OPENED, sent]
  const fresh = debits.filter(({ debit }) => debit.transaction === undefined)
  await insertSteppedTransactions(
    unit.tx,
    fresh.map((one) => ({
      ...transactionOf(one.debit, one.transactionNo, day),
      authorizationNo: one.authorizationNo,
      traceNumber: one.traceNumber,
      steps: way,
    })),
    by,
  )
  const planned = debits.filter(({ debit }) => debit.transaction !== undefined)
  const moved = await sendPlannedTransactions(
    unit.tx,
    debits[0]?.debit.portfolioId ?? 0,
    planned.map(({ debit, transactionNo, authorizationNo, traceNumber }) => ({
      portfolioId: debit.portfolioId,
      customerKey: debit.customerKey,
      transactionNo,
      loanNo: debit.loanNo,
      accountKey: debit.accountKey,
      authorizationNo,
      traceNumber,
      amount: debit.amount,
      effectiveDate: day.effectiveEntryDate,
      steps: [OPENED, sent],
    })),
    by,
  )
  assert(moved === planned.length, 'the locks on the loans keep others from moving their debits')
  await insertEligibilityDecisions(
    unit.tx,
    debits.map(({ debit, transactionNo }) => ({
      ...decisionOf(unit, debit, transactionNo, day),
      decisionNo: `${dateOf(day)}/${transactionNo}`,
      allowed: true,
      rule: ALL_RULES_HOLD,
      words: '',
    })),
  )
}

/** The transaction of an agreed payment whose window has come. */
function transactionOf(debit: CheckedDebit, transactionNo: string, day: BatchDay) {
  const { portfolioId, customerKey, loanNo, openId, amount, accountKey, installmentNumber } = debit
  assert(installmentNumber !== null && openId !== null, 'what has no transaction yet is of the schedule')
  return {
    portfolioId,
    customerKey,
    loanNo,
    openId,
    transactionNo,
    amount,
    accountKey,
    type: TransactionType.debit,
    mode: TransactionMode.ach,
    purpose: TransactionPurpose.installment,
    effectiveDate: day.effectiveEntryDate,
    instructionKey: installmentKey(loanNo, installmentNumber),
    installmentNumber,
  }
}

const dateOf = ({ businessDate }: BatchDay): string => formatLocalDate(businessDate)

function decisionOf(unit: UnitOfWork, debit: CheckedDebit, transactionNo: string, day: BatchDay) {
  const { portfolioId, customerKey, loanNo, item, agreed, amount, owed, inFlight, presentment } = debit
  return {
    portfolioId,
    customerKey,
    loanNo,
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
 * Writes debits that stay here, each with the result of the eligibility check: planned on (0) where they may go another time, refused
 * (-1) where they never will, and then the change that asked for one has failed. The same answer on the same day is
 * kept once, however often the batch asks. Source: domain.md §9.
 */
export async function writeIneligibleDebits(
  deps: MoneyDeps,
  unit: UnitOfWork,
  ineligible: readonly IneligibleDebit[],
  { day, actor }: DayOrder,
): Promise<void> {
  const fresh = ineligible.filter(({ debit }) => debit.transaction === undefined && debit.amount > 0n)
  await insertSteppedTransactions(
    unit.tx,
    fresh.map((one) => ({
      ...transactionOf(one.debit, one.transactionNo, day),
      effectiveDate: one.debit.dueDate ?? day.effectiveEntryDate,
      steps: one.mayPass ? [PLANNED] : [PLANNED, OPENED, refusal(one)],
    })),
    { actor, at: unit.now },
  )
  for (const one of ineligible) {
    if (mayGoLater(one)) continue
    const { debit } = one
    if (debit.transaction !== undefined)
      await refusePlanned(deps, unit, one, actor).catch(failedWith(debit.loanNo))
    await moveCoveredPayments(deps, unit, debit).catch(failedWith(debit.loanNo))
  }
  await insertEligibilityDecisions(
    unit.tx,
    ineligible.map(({ debit, transactionNo, rule, words }) => ({
      ...decisionOf(unit, debit, transactionNo, day),
      decisionNo: `${dateOf(day)}/${debit.loanNo}/${debit.item}/${rule}`,
      allowed: false,
      rule,
      words: words.en,
    })),
  )
}

/** A modification whose debit is held by anything but our own doing fails at once (domain.md §14). */
const mayGoLater = ({ debit, rule, mayPass }: IneligibleDebit): boolean =>
  mayPass && (debit.transaction?.changeNo === null || holdCauseOf(rule) === 'lender')

const refusal = ({ rule, words }: IneligibleDebit): StatusStep => ({
  to: rejected,
  cause: `${rule}: ${words.en}`,
})

async function refusePlanned(
  deps: MoneyDeps,
  unit: UnitOfWork,
  one: IneligibleDebit,
  actor: string,
): Promise<void> {
  const { transaction } = one.debit
  assert(transaction !== undefined, 'only what was planned is refused here')
  const event = one.rule === CONFIRMED_DAY ? 'dateSlipped' : 'held'
  await refuseDebit(deps, unit, transaction, { event, cause: refusal(one).cause, actor })
}
