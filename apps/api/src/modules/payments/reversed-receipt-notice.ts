import { findLoan, type Loan } from '@dolphin/database/loans/loan-repository'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { dayIn, writtenDay } from '@dolphin/domain/calendar/written-day'
import { LIVE_STATUSES } from '@dolphin/domain/loans/codes'
import { legalEffects } from '@dolphin/domain/loans/legal-facts'
import { type Cents, sum } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { SENT_STATUSES, TransactionType } from '@dolphin/domain/payments/codes'
import type { ReceiptReversalReason } from '@dolphin/domain/payments/receipt-reversal'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { payoffOn } from '@dolphin/domain/servicing/payoff'
import { loanDetailsPath } from '../../config/page-address.ts'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { loadServicedLoan } from '../servicing/load-serviced-loan.ts'
import { loanArrears } from '../servicing/loan-arrears.ts'
import { nextPaymentLines } from '../servicing/next-payment-lines.ts'
import type { GivenUp } from './waive-wrong-days.ts'

/** What the reversal of a receipt came to, for the borrower. */
export interface NotifiedReversal {
  readonly receipt: MoneyTransaction
  readonly reason: ReceiptReversalReason
  readonly rightAmount: Cents | null
  /** The loan that the money moved to. */
  readonly right: Loan | null
  /** The days of our mistake. */
  readonly postedOn: LocalDate
  readonly today: LocalDate
  readonly isReopened: boolean
  /** Undefined where it was no mistake of ours. */
  readonly givenUp: GivenUp | undefined
  readonly isWrittenOff: boolean
}

const REASONS: Readonly<Record<ReceiptReversalReason, Localized>> = {
  bounced: { en: 'its bank did not pay it.', es: 'su banco no lo pagó.' },
  chargedBack: { en: 'the bank took it back from us.', es: 'el banco nos lo retiró.' },
  wrongLoan: {
    en: 'we posted it to your loan by mistake. It was meant for another loan.',
    es: 'lo registramos en su préstamo por error. Era para otro préstamo.',
  },
  wrongAmount: {
    en: 'we posted a wrong amount by mistake.',
    es: 'registramos un monto equivocado por error.',
  },
}

/** Tells the borrower, always and once. The schedule and the ledger stand as they will be. Source: domain.md §11, §14. */
export async function notifyReceiptReversed(
  deps: Deps,
  unit: UnitOfWork,
  loan: Loan,
  told: NotifiedReversal,
): Promise<void> {
  const { transactionNo, amount, settledOn, effectiveDate } = told.receipt
  const { to, values } = await addressToBorrower(deps, unit, loan, loanDetailsPath(loan.loanNo))
  await deps.notices.send(unit, {
    ...to,
    kind: 'receiptReversed',
    dedupKey: `receiptReversed/${transactionNo}`,
    values: {
      ...values,
      amount: formatCurrency(amount),
      receivedDate: writtenDay(settledOn ?? effectiveDate),
      reason: REASONS[told.reason],
      consequences: [...ownWords(loan, told), ...(await standingWords(deps, unit, loan, told))],
    },
  })
}

/** What we posted instead, and what we give up. */
function ownWords(
  loan: Loan,
  { rightAmount, right, givenUp, postedOn, today }: NotifiedReversal,
): Localized[] {
  const words: Localized[] = []
  if (rightAmount !== null) {
    const amount = formatCurrency(rightAmount)
    words.push({
      en: `We posted the right amount, ${amount}, from the day on which it came.`,
      es: `Registramos el monto correcto, ${amount}, desde el día en que llegó.`,
    })
  }
  if (right !== null && right.openId === loan.openId)
    words.push({
      en: `It now counts on your loan ${right.loanNo}, from the day on which it came.`,
      es: `Ahora cuenta en su préstamo ${right.loanNo}, desde el día en que llegó.`,
    })
  if (givenUp === undefined) return words
  const days = (locale: 'en' | 'es') => [dayIn(postedOn, locale), dayIn(today, locale)] as const
  const [fromEn, toEn] = days('en')
  const [fromEs, toEs] = days('es')
  const given = formatCurrency(sum([givenUp.interest, givenUp.fees]))
  return [
    ...words,
    {
      en: `The mistake was ours: the days from ${fromEn} to ${toEn} cost you no interest and no fee (${given} given up), and none of them counts as late.`,
      es: `El error fue nuestro: los días del ${fromEs} al ${toEs} no le cuestan intereses ni cargos (${given} condonados) y ninguno cuenta como atraso.`,
    },
  ]
}

const WRITTEN_OFF: Localized = {
  en: 'The rest of this loan was written off. We do not ask you for this payment.',
  es: 'El resto de este préstamo se canceló. No le pedimos este pago.',
}

const REOPENED: Localized = {
  en: 'Your loan is open again, and a letter that said it was paid in full no longer holds. We take nothing from your account without a new authorization from you.',
  es: 'Su préstamo está abierto otra vez y la carta que decía que estaba pagado ya no vale. No cobramos nada de su cuenta sin una nueva autorización suya.',
}

/** What is owed now, what is past due, and when the next payment is. */
async function standingWords(
  deps: Deps,
  unit: UnitOfWork,
  key: Loan,
  { isReopened, isWrittenOff, receipt }: NotifiedReversal,
): Promise<Localized[]> {
  const loan = await findLoan(unit.tx, key)
  const loaded = loan && (await loadServicedLoan(deps, unit.tx, loan, unit.now))
  assert(loan !== undefined && loaded !== undefined, 'a loan whose receipt was posted is funded')
  const { terms, account, serviced } = loaded
  const { today } = serviced
  const day = today > account.state.accruedTo ? today : account.state.accruedTo
  const owed = payoffOn(terms, account.state, day).total
  if (owed === 0n) return isWrittenOff ? [WRITTEN_OFF] : []
  if (legalEffects(loan.legalFacts).asksNothing) return await nextPaymentLines(deps, unit, loan)
  const balance = formatCurrency(owed)
  const { amount } = loanArrears(loaded, today)
  const late = formatCurrency(amount)
  return [
    { en: `You owe ${balance} today.`, es: `Hoy debe ${balance}.` },
    ...(isReopened ? [REOPENED] : []),
    ...(await refundWords(unit, loan, receipt)),
    ...(amount > 0n ? [{ en: `Of this ${late} is past due.`, es: `De eso, ${late} está atrasado.` }] : []),
    ...(LIVE_STATUSES.includes(loan.status) ? await nextPaymentLines(deps, unit, loan) : []),
  ]
}

/** What was sent back out of the receipt stays money paid to the borrower. Source: domain.md §14. */
async function refundWords(
  unit: UnitOfWork,
  loan: Loan,
  { createdAt }: MoneyTransaction,
): Promise<Localized[]> {
  const sent = (await listTransactions(unit.tx, loan)).filter(
    (one) =>
      one.type === TransactionType.refund &&
      one.changeNo === null &&
      SENT_STATUSES.includes(one.status) &&
      one.createdAt >= createdAt,
  )
  if (sent.length === 0) return []
  const amount = formatCurrency(sum(sent.map((one) => one.amount)))
  return [
    {
      en: `The ${amount} that we sent back to you is part of what you owe.`,
      es: `Los ${amount} que le devolvimos son parte de lo que debe.`,
    },
  ]
}
