import { isShownAs, legalEffects } from '@dolphin/domain/loans/legal-facts'
import { ELIGIBILITY_TEXTS } from '@dolphin/domain/payments/debit-eligibility/eligibility-texts'
import type { DebitHold } from '@dolphin/domain/payments/debit-eligibility/hold-ahead'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { ForReaders } from '../../reader-words.ts'
import type { CallReply } from '@dolphin/contract/call'
import type { paymentDetailCall } from '@dolphin/contract/servicing'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { AccountTransaction } from '@dolphin/database/servicing/loan-account-rows-repository'
import type { LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import type { BankingHours } from '@dolphin/domain/calendar/cut-off'
import { LIVE_STATUSES, LoanStatus } from '@dolphin/domain/loans/codes'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import {
  besideOpen,
  modificationKind,
  type OpenModification,
} from '@dolphin/domain/servicing/changes/standing-beside'
import { owesNothing } from '@dolphin/domain/servicing/owes-nothing'
import type { LoanAccountFacts } from './account-facts.ts'
import { heldUpWords } from './change-texts.ts'
import { debitToConfirm, openModification } from './modification-of.ts'

type Reply = ForReaders<CallReply<typeof paymentDetailCall>>

/** In the order in which the page lists them. */
const CHANGES = [
  ChangeType.payOff,
  ChangeType.payOffInN,
  ChangeType.payFixedAmount,
  ChangeType.payDown,
  ChangeType.revokeFutureAch,
  ChangeType.changePayrollDate,
  ChangeType.changePayrollFrequency,
  ChangeType.changePaymentMode,
  ChangeType.paydayOnHoliday,
  ChangeType.paydayAvailability,
] as const

/** Whether payments come by themselves, and in words why not. */
export function automaticView(
  loan: Loan,
  paymentMode: PaymentMode,
  { isAuthorized, hold }: { readonly isAuthorized: boolean; readonly hold: DebitHold | null },
): Reply['automatic'] {
  const off = (reason: Localized) => ({ on: false, reason })
  if (legalEffects(loan.legalFacts).asksNothing) return off(ELIGIBILITY_TEXTS.bankruptcy)
  if (loan.status === LoanStatus.suspended && !isShownAs(loan, 'activeDuty'))
    return off({
      en: 'We take no payments while your loan is paused.',
      es: 'No cobramos pagos mientras su préstamo está en pausa.',
    })
  if (paymentMode !== PaymentMode.ach)
    return off({
      en: 'You chose another way to pay, so we do not take payments automatically.',
      es: 'Eligió otra forma de pagar, así que no cobramos nada por nuestra cuenta.',
    })
  if (!isAuthorized)
    return off({
      en: 'There is no authorization to take payments from your account.',
      es: 'No hay autorización para cobrar pagos de su cuenta.',
    })
  if (hold === null && loan.status === LoanStatus.collecting) return off(ELIGIBILITY_TEXTS.pastDue)
  // What waits on our side alone is taken later.
  return hold === null || hold.cause === 'lender' ? { on: true, reason: null } : off(hold.words)
}

const NOTHING_OWED: Localized = {
  en: 'You owe nothing on this loan, so there is nothing to change.',
  es: 'No debe nada de este préstamo, así que no hay nada que cambiar.',
}

/** Of each change, whether it may be asked for now. A payment that was not sent may be confirmed again. */
export function allowances(
  loan: Loan,
  openChange: LoanChange | undefined,
  { transactions, account }: Pick<LoanAccountFacts<AccountTransaction>, 'transactions' | 'account'>,
  hours: BankingHours,
): Reply['changes'] {
  const open = openChange === undefined ? null : openModification(openChange, transactions, hours)
  const toConfirm = openChange === undefined ? null : debitToConfirm(openChange, transactions)
  const isPaid = LIVE_STATUSES.includes(loan.status) && owesNothing(account.state)
  return CHANGES.map((changeTypeCode) => ({
    changeTypeCode,
    ...(isPaid
      ? { allowed: false, reason: NOTHING_OWED }
      : allowance(loan, changeTypeCode, toConfirm?.changeType === changeTypeCode ? null : open)),
  }))
}

/** Whether a change may be asked for now. Source: domain.md §2 and §10. */
function allowance(
  loan: Loan,
  change: (typeof CHANGES)[number],
  open: OpenModification | null,
): { readonly allowed: boolean; readonly reason: Localized | null } {
  const no = (reason: Localized) => ({ allowed: false, reason })
  if (loan.status === LoanStatus.terminated)
    return no({ en: 'This loan has ended.', es: 'Este préstamo terminó.' })
  const isRevocation = change === ChangeType.revokeFutureAch
  if (!isRevocation && legalEffects(loan.legalFacts).asksNothing) return no(ELIGIBILITY_TEXTS.bankruptcy)
  const isPaused = loan.status === LoanStatus.suspended && !isShownAs(loan, 'activeDuty')
  if (isPaused && !isRevocation && change !== ChangeType.changePaymentMode)
    return no({
      en: 'Your loan is paused. Contact us to change it.',
      es: 'Su préstamo está en pausa. Llámenos para cambiarlo.',
    })
  const wanted = { kind: modificationKind(change), isHardship: false }
  if (open !== null && besideOpen(open, wanted) === 'refused') return no(heldUpWords(open.possibleOn))
  return { allowed: true, reason: null }
}
