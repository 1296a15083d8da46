import { findOpenChange } from '@dolphin/database/servicing/loan-change-repository'
import { insertAccountEntry } from '@dolphin/database/servicing/account-entry-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { LIVE_STATUSES } from '@dolphin/domain/loans/codes'
import { PostingKind } from '@dolphin/domain/payments/ledger'
import { payoffOn } from '@dolphin/domain/servicing/payoff'
import { restToWaive } from '@dolphin/domain/servicing/rest-to-waive'
import { dateIn } from '@dolphin/domain/time/new-york'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { loadAccount } from './account-facts.ts'
import { agreedInstallments } from './agreed-installments.ts'
import { postEvent } from './post-events.ts'
import { waiveLateDays } from './waive-late-days.ts'
import { newServicingNo } from './servicing-number.ts'

/**
 * Gives up what is left of a loan after its last payment where that is less than the portfolio's limit, by a posting of its
 * own. Answers whether it did. The caller holds the loan's lock; again is harmless. Source: domain.md §14.
 */
export async function waiveRest(
  deps: Pick<Deps, 'portfolios'>,
  unit: UnitOfWork,
  loan: Loan,
): Promise<boolean> {
  const portfolio = deps.portfolios.byId(loan.portfolioId)?.portfolio
  const facts = await loadAccount(deps, unit.tx, loan)
  if (facts === undefined || portfolio === undefined || !LIVE_STATUSES.includes(loan.status)) return false
  const { terms, account, current, transactions } = facts
  const today = dateIn(unit.now, portfolio.timeZone)
  const effectiveDate = today > account.state.accruedTo ? today : account.state.accruedTo
  const amount = restToWaive({
    owed: payoffOn(terms, account.state, effectiveDate).total,
    today,
    installments: agreedInstallments(current.installments, transactions),
    transactions,
    isChangeOpen: (await findOpenChange(unit.tx, loan)) !== undefined,
    waiveRestBelow: portfolio.waiveRestBelow,
  })
  if (amount === 0n) return false
  await waiveLateDays(deps, unit, loan, { transactionNo: 'rest', date: effectiveDate })
  const entryNo = await newServicingNo(unit, 'E')
  const { portfolioId, customerKey, loanNo } = loan
  const isNew = await insertAccountEntry(unit.tx, {
    portfolioId,
    customerKey,
    loanNo,
    entryNo,
    kind: 'restWaiver',
    amount,
    effectiveDate,
    cause: `rest/${entryNo}`,
    transactionNo: null,
    actor: SYSTEM_ACTOR,
    createdAt: unit.now,
  })
  const after = await loadAccount(deps, unit.tx, loan)
  assert(isNew && after !== undefined, 'a rest is given up once')
  await postEvent(unit, loan, after, { kind: PostingKind.restWaived, id: entryNo, effectiveDate })
  return true
}
