import { longInstant } from '@dolphin/domain/documents/long-date'
import { inEachLanguage, type Localized } from '@dolphin/domain/portfolios/localized'
import { dayIn, writtenDay } from '@dolphin/domain/calendar/written-day'
import type { LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { legalEffects } from '@dolphin/domain/loans/legal-facts'
import { magnitude, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import type { ChangePlan } from '@dolphin/domain/servicing/changes/change-plan'
import type { Deps } from '../../deps.ts'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { ensureLoanLink } from '../loans/loan-link.ts'
import { postProgress } from '../loans/loan-moves.ts'
import { loanDetailsPath } from '../../config/page-address.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { planName } from '@dolphin/domain/servicing/changes/change-names'
import { remarkWords } from './change-texts.ts'
import type { LoadedLoan } from './load-serviced-loan.ts'
import { nextPaymentLines } from './next-payment-lines.ts'
import type { PlannedChange } from './change-document.ts'

/** What telling a borrower takes. */
export type NotifyDeps = Pick<Deps, 'portfolios' | 'calendar' | 'cipher' | 'notices' | 'tickets' | 'config'>

/** What every notice about a change begins with. */
const addressed = (deps: NotifyDeps, unit: UnitOfWork, { loan }: LoadedLoan) =>
  addressToBorrower(deps, unit, loan, loanDetailsPath(loan.loanNo))

/** Tells the borrower what was saved: by notice once, and to open pages by ticket 3003. Source: domain.md §10, §11. */
export async function notifyChanged(
  deps: NotifyDeps,
  unit: UnitOfWork,
  { loaded, plan }: PlannedChange,
  { changeNo }: Pick<LoanChange, 'changeNo'>,
): Promise<void> {
  const { to, values } = await addressed(deps, unit, loaded)
  await deps.notices.send(unit, {
    ...to,
    kind: 'changeConfirmed',
    dedupKey: `changeConfirmed/${changeNo}`,
    values: {
      ...values,
      changeName: planName(plan),
      holdsFrom: writtenDay(plan.holdsFrom),
      details: [
        { en: `Your reference: ${changeNo}.`, es: `Su referencia: ${changeNo}.` },
        ...(legalEffects(loaded.loan.legalFacts).asksNothing ? [] : costWords(plan)),
        ...debitWords(plan),
        ...(await nextPaymentLines(deps, unit, loaded.loan)),
        ...plan.remarks.map(remarkWords),
      ],
    },
  })
  if (plan.authorization === 'revoke') {
    await deps.notices.send(unit, {
      ...to,
      kind: 'authorizationEnded',
      dedupKey: `authorizationEnded/${changeNo}`,
      values: { ...values, reason: { en: 'you asked us to stop.', es: 'usted nos pidió detenerlos.' } },
    })
  }
  await postProgress(deps, unit, loaded.loan)
}

/** Asks the borrower to sign a change that the lender made, by its last moment. */
export async function notifyToSign(
  deps: NotifyDeps & Pick<Deps, 'keys'>,
  unit: UnitOfWork,
  { loaded: { loan }, plan }: PlannedChange,
  { changeNo, cutOffAt }: LoanChange,
): Promise<void> {
  const { path } = await ensureLoanLink(deps, unit, loan, 'signature')
  const { to, values } = await addressToBorrower(deps, unit, loan, path)
  await deps.notices.send(unit, {
    ...to,
    kind: 'amendmentToSign',
    dedupKey: `amendmentToSign/${changeNo}`,
    values: {
      ...values,
      changeName: planName(plan),
      signBy: inEachLanguage((locale) => longInstant(cutOffAt, locale)),
      details: [...costWords(plan), ...plan.remarks.map(remarkWords)],
    },
  })
  await postProgress(deps, unit, loan)
}

/** Of an expected payment nothing is certain yet. */
function costWords({ costDifference, expected }: ChangePlan): Localized[] {
  if (expected !== null) return []
  if (costDifference === ZERO_CENTS)
    return [{ en: 'You pay the same in total as before.', es: 'En total paga lo mismo que antes.' }]
  const amount = formatCurrency(magnitude(costDifference))
  return costDifference < 0n
    ? [{ en: `You pay ${amount} less in total.`, es: `En total paga ${amount} menos.` }]
    : [{ en: `You pay ${amount} more in total.`, es: `En total paga ${amount} más.` }]
}

function debitWords({ debit }: ChangePlan): Localized[] {
  if (debit === null) return []
  const amount = formatCurrency(debit.amount)
  return [
    {
      en: `We take ${amount} once on ${dayIn(debit.date, 'en')}.`,
      es: `Cobramos ${amount} una vez el ${dayIn(debit.date, 'es')}.`,
    },
  ]
}
