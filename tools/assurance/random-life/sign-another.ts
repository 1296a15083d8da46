import { type SignedLoan, signLoan } from '@dolphin/api/testing/signed-loans'
import { staffOf } from './desk.ts'
import { ask, type Life } from './life.ts'
import { type LoanTerms, wishOf } from './loan-terms.ts'
import { storyOf } from './story.ts'

/** The next loan of the borrower, approved: signed by the person who has signed before, where anyone has. */
export async function signAnother(life: Life, terms: LoanTerms): Promise<void> {
  const { api, loans, portfolioId } = life
  const client = loans.at(-1)?.client
  const wish = wishOf({ ...terms, frequency: life.frequency }, life)
  const loan = await signLoan(
    api,
    client === undefined ? wish : { ...wish, customer: () => Promise.resolve(client), again: true },
  )
  loans.push(loan)
  if (!terms.ach) {
    storyOf(life, loan.loanNo).isSentByBorrower = true
    life.isExcused = true
  }
  if (api.deps.portfolios.byId(portfolioId)?.portfolio.approvalMode === 'manual') await approve(life, loan)
}

async function approve(life: Life, { loanNo }: SignedLoan): Promise<void> {
  const { ada } = await staffOf(life)
  await ask(life, ada, 'approveLoan', { body: { loanNo, note: 'income seen' } })
}
