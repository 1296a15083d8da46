import { inEachLanguage, type Locale, type Localized } from '@dolphin/domain/portfolios/localized'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { dayIn, writtenDay } from '@dolphin/domain/calendar/written-day'
import { listLoanAccounts } from '@dolphin/database/servicing/loan-account-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { findTransaction, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { type ReturnCode, returnRule } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import type { ReturnEffect } from '@dolphin/domain/payments/debit-eligibility/return-effect'
import type { Cents } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { statedLines } from '@dolphin/domain/notices/stated-line'
import { retryWords } from '@dolphin/domain/servicing/next-payment-words'
import { payoffOn } from '@dolphin/domain/servicing/payoff'
import { addressToBorrower } from '../../borrowers/address-to-borrower.ts'
import { loanDetailsPath } from '../../../config/page-address.ts'
import { loadAccount } from '../../servicing/account-facts.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { NextAttempt } from './represent.ts'
import type { MoneyDeps } from '../../../deps.ts'

/** What a return came to, for the borrower. */
export interface NotifiedReturn {
  readonly debit: MoneyTransaction
  readonly code: ReturnCode
  readonly fee: Cents
  readonly effect: ReturnEffect
  readonly isReopened: boolean
  /** The rest of the loan was written off: what came back is not asked for. */
  readonly isWrittenOff: boolean
  readonly failedChange: boolean
  readonly again: NextAttempt | undefined
  /** The day that it moves to, where help covers it. */
  readonly movesTo: LocalDate | undefined
}

/** Queues the notices of a returned debit, each once. Source: domain.md §11; 12 CFR 1041.9(c). */
export async function notifyReturned(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  told: NotifiedReturn,
): Promise<void> {
  const { debit, code, effect, isReopened, again } = told
  const { transactionNo, amount, effectiveDate } = debit
  const reason = returnRule(code).words ?? NO_WORDS
  const { to, values } = await addressToBorrower(deps, unit, loan, loanDetailsPath(loan.loanNo))
  if (effect.notices.includes('paymentReturned')) {
    await deps.notices.send(unit, {
      ...to,
      kind: 'paymentReturned',
      dedupKey: `paymentReturned/${transactionNo}`,
      values: {
        ...values,
        amount: formatCurrency(amount),
        paymentDate: writtenDay(effectiveDate),
        reason,
        consequences: consequencesOf(told),
      },
    })
  }
  if (effect.notices.includes('bankRepair')) await askForRepair(deps, unit, loan, { debit, reason })
  if (effect.notices.includes('debitsStopped')) {
    const dedupKey = `authorizationEnded/${transactionNo}`
    await deps.notices.send(unit, {
      ...to,
      kind: 'authorizationEnded',
      dedupKey,
      values: { ...values, reason },
    })
  }
  if (isReopened) await notifyReopened(deps, unit, loan, { debit, reason })
  if (again?.isSecondFailure === true) await notifyRights(deps, unit, loan, { debit, again })
}

const WRITTEN_OFF: Localized = {
  en: 'The rest of this loan was written off. We won’t take this payment again. We’re reviewing the loan and will let you know if anything changes.',
  es: 'Se canceló el resto de este préstamo. No volvemos a cobrar este pago. Revisamos el préstamo y le escribimos si algo cambia.',
}

function consequencesOf(told: NotifiedReturn): Localized[] {
  const { debit, fee, effect, failedChange, isWrittenOff } = told
  if (isWrittenOff) return [WRITTEN_OFF]
  const amount = formatCurrency(debit.amount)
  const charged = formatCurrency(fee)
  return [
    { en: `You owe the ${amount} again.`, es: `Vuelve a deber ${amount}.` },
    ...(fee > 0n
      ? [
          {
            en: `Your agreement has a returned-payment fee of ${charged}, charged once for this payment.`,
            es: `Su contrato tiene un cargo de ${charged} por un pago devuelto, una sola vez.`,
          },
        ]
      : []),
    ...(failedChange
      ? [
          {
            en: 'The change that this payment belonged to is undone. Your earlier schedule applies again.',
            es: 'Se deshizo el cambio al que pertenecía: su calendario es como era antes.',
          },
        ]
      : []),
    ...nextOf(told),
    ...(effect.loanEvent === null
      ? []
      : [
          {
            en: 'We take no payments until this is fixed.',
            es: 'No se cobra ningún pago hasta que esto se arregle.',
          },
        ]),
  ]
}

/** When it is taken next. */
function nextOf({ again, movesTo }: NotifiedReturn): Localized[] {
  if (movesTo !== undefined) return [inEachLanguage((locale) => MOVED[locale](dayIn(movesTo, locale)))]
  const plan = again?.plan
  const day = plan?.again === true ? plan.effectiveDate : undefined
  return statedLines('retry', [retryWords(day)])
}

const MOVED: Readonly<Record<Locale, (day: string) => string>> = {
  en: (day) => `The hardship assistance that you asked for covers it: it moves to ${day} and is not late.`,
  es: (day) => `La ayuda que usted pidió lo cubre: pasa al ${day} y no cuenta como atrasado.`,
}

const NO_WORDS: Localized = { en: '', es: '' }

interface Came {
  readonly debit: MoneyTransaction
  readonly reason: Localized
}

export async function accountTailOf(unit: UnitOfWork, loan: Loan, key: string | null): Promise<string> {
  const accounts = await listLoanAccounts(unit.tx, loan)
  const account = accounts.findLast(({ accountKey }) => accountKey === key) ?? accounts.at(-1)
  return account?.accountTail ?? ''
}

async function askForRepair(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  { debit, reason }: Came,
): Promise<void> {
  const { to, values } = await addressToBorrower(deps, unit, loan, '/home')
  await deps.notices.send(unit, {
    ...to,
    kind: 'bankRepairNeeded',
    dedupKey: `bankRepairNeeded/${debit.transactionNo}`,
    values: { ...values, accountTail: await accountTailOf(unit, loan, debit.accountKey), reason },
  })
}

async function notifyReopened(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  { debit, reason }: Came,
): Promise<void> {
  const { to, values } = await addressToBorrower(deps, unit, loan, loanDetailsPath(loan.loanNo))
  const facts = await loadAccount(deps, unit.tx, loan)
  assert(facts !== undefined && debit.returnedOn !== null, 'a loan that reopens was funded')
  const { terms, account } = facts
  const day = debit.returnedOn > account.state.accruedTo ? debit.returnedOn : account.state.accruedTo
  await deps.notices.send(unit, {
    ...to,
    kind: 'loanReopened',
    dedupKey: `loanReopened/${debit.transactionNo}`,
    values: {
      ...values,
      amount: formatCurrency(debit.amount),
      balance: formatCurrency(payoffOn(terms, account.state, day).total),
      reason,
    },
  })
}

/** The debit that failed, and the attempt that may follow it. */
interface SecondFailure {
  readonly debit: MoneyTransaction
  readonly again: NextAttempt
}

/** At once, so within three business days of learning of the second failure. Source: 12 CFR 1041.9(c)(2). */
async function notifyRights(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  { debit: { portfolioId, transactionNo, accountKey }, again: { failures } }: SecondFailure,
): Promise<void> {
  const { to, values } = await addressToBorrower(deps, unit, loan, loanDetailsPath(loan.loanNo))
  const failed = await Promise.all(
    failures.map((one) => findTransaction(unit.tx, { portfolioId, transactionNo: one.transactionNo })),
  )
  const attempts = failed.flatMap((one) =>
    one === undefined ? [] : [inEachLanguage((locale) => attemptIn(locale, one))],
  )
  await deps.notices.send(unit, {
    ...to,
    kind: 'rightsNotice',
    dedupKey: `rightsNotice/${transactionNo}`,
    values: { ...values, accountTail: await accountTailOf(unit, loan, accountKey), attempts },
  })
}

function attemptIn(locale: Locale, { effectiveDate, amount, loanNo }: MoneyTransaction): string {
  const loan = locale === 'en' ? 'for loan' : 'del préstamo'
  return `${dayIn(effectiveDate, locale)}: ${formatCurrency(amount)} ${loan} ${loanNo}`
}
