import { STORED_NAMES } from '@dolphin/domain/stored-names'
import type { LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { writtenDay } from '@dolphin/domain/calendar/written-day'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { confirmAgainBy } from '@dolphin/domain/servicing/changes/confirm-again'
import { payoffOn } from '@dolphin/domain/servicing/payoff'
import { assert } from '@dolphin/domain/assert'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { loanDetailsPath } from '../../config/page-address.ts'
import { postProgress } from '../loans/loan-moves.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { savedChangeName } from './change-texts.ts'
import type { LoadedLoan } from './load-serviced-loan.ts'
import { confirmedDebitOf } from './modification-of.ts'
import { nextPaymentLines } from './next-payment-lines.ts'
import type { NotifyDeps } from './notify-change.ts'

/** Why a modification has failed. */
export type WhyFailed =
  | 'notAllowed'
  | 'rejected'
  | 'stopped'
  | 'notConfirmed'
  | 'notReceived'
  | 'notSigned'
  | 'outdated'
  | 'withdrawn'
  | 'receiptReversed'
  | 'refunded'

const WHY: Readonly<Record<WhyFailed, Localized>> = {
  notAllowed: {
    en: 'We could not take the payment from your account.',
    es: 'No pudimos cobrar el pago de su cuenta.',
  },
  rejected: {
    en: 'The payment was rejected before it left.',
    es: 'El pago se rechazó antes de salir.',
  },
  stopped: {
    en: 'You stopped automatic payments before this payment left.',
    es: 'Usted detuvo los pagos automáticos antes de que este pago saliera.',
  },
  notConfirmed: {
    en: 'The payment was not sent on its day, and you did not confirm it again.',
    es: 'El pago no se envió en su día y usted no lo confirmó otra vez.',
  },
  notReceived: {
    en: 'We did not receive the payment by its last day.',
    es: 'No recibimos el pago a más tardar en su último día.',
  },
  notSigned: {
    en: 'You did not sign it by its last day.',
    es: 'Usted no lo firmó a más tardar en su último día.',
  },
  outdated: {
    en: 'Your loan changed before you signed, so its figures were not right any more.',
    es: 'Su préstamo cambió antes de que usted firmara y las cifras ya no eran correctas.',
  },
  withdrawn: {
    en: 'We took it back before you signed it.',
    es: 'Lo retiramos antes de que usted lo firmara.',
  },
  receiptReversed: {
    en: 'The payment that it counted on was taken back.',
    es: 'Se anuló el pago con el que contaba.',
  },
  refunded: {
    en: 'We send back the payment that it counted on.',
    es: 'Le devolvemos el pago con el que contaba.',
  },
}

/** What every notice about a modification begins with. */
const addressed = (deps: NotifyDeps, unit: UnitOfWork, { loan }: Pick<LoadedLoan, 'loan'>) =>
  addressToBorrower(deps, unit, loan, loanDetailsPath(loan.loanNo))

/** Says that a modification was taken back. */
export async function notifyUndone(
  deps: NotifyDeps,
  unit: UnitOfWork,
  loaded: LoadedLoan,
  change: LoanChange,
): Promise<void> {
  const { to, values } = await addressed(deps, unit, loaded)
  await deps.notices.send(unit, {
    ...to,
    kind: STORED_NAMES.noticeKind.changeCanceled,
    dedupKey: `${STORED_NAMES.noticeKind.changeCanceled}/${change.changeNo}`,
    values: { ...values, changeName: savedChangeName(change) },
  })
  await postProgress(deps, unit, loaded.loan)
}

/** A change that came to nothing, and its loan. */
interface ChangeOfLoan {
  readonly loaded: Pick<LoadedLoan, 'loan'>
  readonly change: LoanChange
}

/** Says why a modification came to nothing, and which payment is next. */
export async function notifyFailed(
  deps: NotifyDeps,
  unit: UnitOfWork,
  { loaded, change }: ChangeOfLoan,
  { why, restarted }: { readonly why: WhyFailed; readonly restarted: number },
): Promise<void> {
  const { to, values } = await addressed(deps, unit, loaded)
  await deps.notices.send(unit, {
    ...to,
    kind: 'changeFailed',
    dedupKey: `changeFailed/${change.changeNo}`,
    values: {
      ...values,
      changeName: savedChangeName(change),
      reason: WHY[why],
      // The schedule is stored by then, so that the notice says what the pages say.
      details: [...restartWords(restarted), ...(await nextPaymentLines(deps, unit, loaded.loan))],
    },
  })
  await postProgress(deps, unit, loaded.loan)
}

/** Installments that are due again: no borrower should take them for late. */
function restartWords(restarted: number): Localized[] {
  if (restarted === 0) return []
  return restarted === 1
    ? [
        {
          en: 'One payment whose date has passed is due on a new date. It is not late and has no fee.',
          es: 'Un pago cuya fecha pasó vence en una fecha nueva. No está atrasado y no tiene cargo.',
        },
      ]
    : [
        {
          en: `${restarted} payments whose dates have passed are due on new dates. They are not late and have no fee.`,
          es: `${restarted} pagos cuyas fechas pasaron vencen en fechas nuevas. No están atrasados y no tienen cargo.`,
        },
      ]
}

/** Asks the borrower to confirm a payment again that was not sent on its day, at the same amount. */
export async function askToConfirmAgain(
  deps: NotifyDeps,
  unit: UnitOfWork,
  loaded: LoadedLoan,
  change: LoanChange,
): Promise<void> {
  const confirmed = confirmedDebitOf(change)
  assert(confirmed !== undefined, 'only a confirmed debit is confirmed again')
  const { hours } = loaded.serviced
  const { to, values } = await addressed(deps, unit, loaded)
  await deps.notices.send(unit, {
    ...to,
    kind: 'confirmAgain',
    dedupKey: `confirmAgain/${change.changeNo}`,
    values: {
      ...values,
      changeName: savedChangeName(change),
      amount: formatCurrency(confirmed.amount),
      paymentDate: writtenDay(confirmed.quotedFor),
      answerBy: writtenDay(confirmAgainBy(hours, confirmed.quotedFor)),
    },
  })
  await postProgress(deps, unit, loaded.loan)
}

/** Says what is still owed after a payment that the borrower sent. */
export async function notifyRest(
  deps: NotifyDeps,
  unit: UnitOfWork,
  loaded: LoadedLoan,
  change: LoanChange,
): Promise<void> {
  const { terms, account } = loaded
  const { today } = loaded.serviced
  const date = today > account.state.accruedTo ? today : account.state.accruedTo
  const owed = payoffOn(terms, account.state, date).total
  if (owed === 0n) return
  const { to, values } = await addressed(deps, unit, loaded)
  const rest = formatCurrency(owed)
  await deps.notices.send(unit, {
    ...to,
    kind: 'changeFailed',
    dedupKey: `changeRest/${change.changeNo}`,
    values: {
      ...values,
      changeName: savedChangeName(change),
      reason: {
        en: `Your payment was applied. It does not pay off the loan: ${rest} is left.`,
        es: `Aplicamos su pago. No liquida el préstamo: quedan ${rest}.`,
      },
      details: await nextPaymentLines(deps, unit, loaded.loan),
    },
  })
}
