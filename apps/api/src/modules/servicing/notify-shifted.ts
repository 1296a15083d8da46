import type { Loan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { dayIn } from '@dolphin/domain/calendar/written-day'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { inEachLanguage, type Locale, type Localized } from '@dolphin/domain/portfolios/localized'
import type { MovedSchedule } from '@dolphin/domain/servicing/moved-payments'
import { loanDetailsPath } from '../../config/page-address.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { postProgress } from '../loans/loan-moves.ts'
import type { MissedDebit } from './missed-debits.ts'
import { nextPaymentLines } from './next-payment-lines.ts'
import type { NotifyDeps } from './notify-change.ts'

interface Shift {
  readonly missed: readonly Pick<MissedDebit, 'installment'>[]
  readonly schedule: MovedSchedule
}

const NO_COST: Localized = {
  en: 'This was our doing, not yours: no payment counts as late, there is no fee, and you pay no interest for the time by which your payments move.',
  es: 'La causa es nuestra, no suya: ningún pago cuenta como atrasado, no hay ningún cargo y no paga intereses por el tiempo que se corren sus pagos.',
}

/** One notice for all payments of a schedule that shifted, and open pages by ticket 3003. Source: domain.md §14. */
export async function notifyShifted(
  deps: NotifyDeps,
  unit: UnitOfWork,
  loan: Loan,
  { missed, schedule: { moved, payments } }: Shift,
): Promise<void> {
  const [last, first] = [payments.at(-1), moved[0]]
  assert(last !== undefined && first !== undefined, 'what was missed is to come')
  const list = (locale: Locale): string =>
    missed
      .map(({ installment: { amount, dueDate } }) => `${formatCurrency(amount)} (${dayIn(dueDate, locale)})`)
      .join(', ')
  const { to: reader, values } = await addressToBorrower(deps, unit, loan, loanDetailsPath(loan.loanNo))
  const days = missed.length
  await deps.notices.send(unit, {
    ...reader,
    kind: 'scheduleShifted',
    dedupKey: `scheduleShifted/${loan.loanNo}/${first.number}/${formatLocalDate(first.to)}`,
    values: {
      ...values,
      paydays: { en: `${days} paydays`, es: `${days} días de pago` },
      details: [
        inEachLanguage((locale) =>
          locale === 'en' ? `We did not take: ${list(locale)}.` : `No cobramos: ${list(locale)}.`,
        ),
        ...(await nextPaymentLines(deps, unit, loan)),
        {
          en: `The last payment is on ${dayIn(last.dueDate, 'en')}. The payments go on as agreed, with the same amounts; only the last can be less.`,
          es: `El último pago es el ${dayIn(last.dueDate, 'es')}. Los pagos siguen como se acordó, con los mismos montos; solo el último puede ser menor.`,
        },
        NO_COST,
      ],
    },
  })
  await postProgress(deps, unit, loan)
}
