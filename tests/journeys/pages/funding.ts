import { expect } from '@playwright/test'
import { createAccount, signInAgain, signInWithCode, signOut, type Visit } from './account.ts'
import { applyUpToBank, askForAmount, linkBank } from './application.ts'
import { expectHeading, press } from './form.ts'
import { takePlan } from './plan.ts'
import { expectRedirect, readAndSign } from './signing.ts'

/** An account, an application, a signature: a loan that the rules have approved. Answers its number. */
export async function signLoan(visit: Visit): Promise<string> {
  const { page, borrower } = visit
  await createAccount(visit)
  // A device that is remembered lets a borrower come back after days without a mailed code
  await signOut(page)
  await signInWithCode(visit)
  await expectHeading(page, /Hello/)
  await applyUpToBank(page, borrower)
  await linkBank(page, 'user_good')
  await askForAmount(page)
  await takePlan(page)
  await press(page, 'Read the agreement')
  await readAndSign(page, `${borrower.firstName} ${borrower.lastName}`)
  await expectRedirect(page)
  const reference = await page.getByRole('heading', { name: /^Loan \d/ }).textContent()
  return reference?.replace('Loan ', '') ?? ''
}

/** The batch of the next banking day, the settlement of the day after, and home again: the money has arrived. */
export async function receiveMoney(visit: Visit): Promise<void> {
  const { product, portfolio, page } = visit
  const portfolioNo = String(portfolio.portfolioId)
  // Days later the session has ended; signing in leads back to where it was
  await page.goto(product.address(portfolio, '/home'))
  await product.operate('clock', 'next-banking-day')
  await product.operate('batch', 'run', '--portfolio', portfolioNo)
  await product.operate('clock', 'next-banking-day')
  await product.operate('settle', 'run', '--portfolio', portfolioNo)
  await signInAgain(visit)
  await expect(page.getByRole('heading', { name: 'Your loan', exact: true })).toBeVisible()
}
