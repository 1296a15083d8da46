import type { LoanChange } from '@dolphin/database/loan-change-repository'
import { assert } from '@dolphin/domain/assert'
import { formatUsDate } from '@dolphin/domain/calendar/local-date'
import { magnitude, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ChangeType } from '@dolphin/domain/payment/change-type'
import type { ChangePlan } from '@dolphin/domain/servicing/changes/change-plan'
import type { Deps } from '../deps.ts'
import { borrowerAddress } from '../origination/borrower-address.ts'
import { postProgress } from '../origination/loan-moves.ts'
import { pageAddress } from '../page-address.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { CHANGE_NAMES, remarkWords } from './change-words.ts'
import type { LoadedLoan } from './load-serviced-loan.ts'

type TellParts = Pick<Deps, 'portfolios' | 'cipher' | 'notices' | 'tickets' | 'config'>

/** What every notice about a live loan begins with. */
async function addressed({ portfolios, cipher, config }: TellParts, unit: UnitOfWork, { loan }: LoadedLoan) {
  const data = portfolios.byId(loan.portfolioId)
  const borrower = await borrowerAddress(unit.tx, cipher, loan)
  assert(data !== undefined && borrower !== undefined, 'a funded loan has a portfolio and a customer')
  const { portfolioId, loanNo, openId } = loan
  return {
    to: { portfolioId, loanNo, openId, recipient: borrower.email },
    values: {
      firstName: borrower.firstName,
      loanNo,
      link: pageAddress(config, data.portfolio, `/repayment/loan-details?loanNo=${loanNo}`),
    },
  }
}

/** Tells the borrower what was saved: by notice once, and to open pages by ticket 3003. Source: domain.md §10, §11. */
export async function tellChanged(
  parts: TellParts,
  unit: UnitOfWork,
  loaded: LoadedLoan,
  plan: ChangePlan,
  { changeNo, changeType }: LoanChange,
): Promise<void> {
  const { to, values } = await addressed(parts, unit, loaded)
  await parts.notices.send(unit, {
    ...to,
    kind: 'changeConfirmed',
    dedupKey: `changeConfirmed/${changeNo}`,
    values: {
      ...values,
      changeName: CHANGE_NAMES[plan.changeType],
      holdsFrom: formatUsDate(plan.holdsFrom),
      details: [
        `Your reference: ${changeNo}.`,
        costWords(plan),
        ...debitWords(plan),
        ...nextWords(plan),
        ...plan.remarks.map(remarkWords),
      ],
    },
  })
  if (changeType === ChangeType.revokeFutureAch) {
    await parts.notices.send(unit, {
      ...to,
      kind: 'authorizationEnded',
      dedupKey: `authorizationEnded/${changeNo}`,
      values: { ...values, reason: 'you asked us to stop.' },
    })
  }
  await postProgress(parts, unit, loaded.loan)
}

/** Tells that a change was taken back. */
export async function tellUndone(
  parts: TellParts,
  unit: UnitOfWork,
  loaded: LoadedLoan,
  { changeNo, changeType }: LoanChange,
): Promise<void> {
  const { to, values } = await addressed(parts, unit, loaded)
  await parts.notices.send(unit, {
    ...to,
    kind: 'changeCancelled',
    dedupKey: `changeCancelled/${changeNo}`,
    values: { ...values, changeName: CHANGE_NAMES[changeType as ChangeType] },
  })
  await postProgress(parts, unit, loaded.loan)
}

function costWords({ costDifference }: ChangePlan): string {
  if (costDifference === ZERO_CENTS) return 'You pay the same in all as before.'
  const amount = formatCurrency(magnitude(costDifference))
  return costDifference < 0n ? `You pay ${amount} less in all.` : `You pay ${amount} more in all.`
}

function debitWords({ debit }: ChangePlan): string[] {
  if (debit === null) return []
  return [`We take ${formatCurrency(debit.amount)} once on ${formatUsDate(debit.date)}.`]
}

/** The first payment that is still to come, so that nobody has to look it up. */
function nextWords({ newSchedule: { rows }, debit }: ChangePlan): string[] {
  const next = rows.find(({ source }) => source !== 'single')
  if (next === undefined) return debit === null ? ['No scheduled payment is left.'] : []
  return [`Your next payment: ${formatCurrency(next.payment)} on ${formatUsDate(next.dueDate)}.`]
}
