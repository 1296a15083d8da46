import type { Browser, BrowserContext } from '@playwright/test'
import { newBorrower } from '../journeys/borrower.ts'
import type { Visit } from '../journeys/pages/account.ts'
import { PORTFOLIOS, Product } from '../journeys/product.ts'

/** The scene of the money pages: one lender, one borrower, one loan. Tests read the bindings while they run. */
export const [portfolio] = PORTFOLIOS

export let product: Product

export let context: BrowserContext

export let visit: Visit

export let loanNo = ''

export const at = (path: string) => product.address(portfolio, path)

export const loanPath = (change = '') => at(`/repayment/loan-details?loanNo=${loanNo}${change}`)

export interface Row {
  readonly dueDate: string
  readonly amount: string
  readonly principal: string
  readonly interest: string
  readonly fee: string
  readonly balanceAfter: string
  readonly source: string
}

export interface Preview {
  readonly quoteId: string
  readonly oldSchedule: readonly Row[]
  readonly newSchedule: readonly Row[]
  readonly costDifference: string
  readonly cutOffAt: string
}

export const changes = () =>
  product.rows<{ change_no: string; status: string; document_no: string | null }>(
    'select change_no, status, document_no from loan_changes where loan_no = $1 order by requested_at',
    [loanNo],
  )

/** Starts the lender and a borrower's browser. */
export async function openScene(browser: Browser): Promise<void> {
  product = await Product.start()
  await product.operate('login', '--demo', 'Money Pages')
  context = await browser.newContext()
  visit = { product, portfolio, page: await context.newPage(), borrower: newBorrower(portfolio) }
}

export async function closeScene(): Promise<void> {
  await context?.close()
  await product?.stop()
}

/** The loan that the pages are about, once its agreement is signed. */
export function setLoanNo(signed: string): void {
  loanNo = signed
}
