import { LoanStatus } from '@dolphin/domain/loans/codes'
import { expect, type Page, test } from '@playwright/test'
import { newBorrower } from './borrower.ts'
import { createAccount, type Visit } from './pages/account.ts'
import { applyUpToBank, askForAmount, linkBank } from './pages/application.ts'
import { expectHeading, linkTo, press } from './pages/form.ts'
import { OFFER } from './pages/plan.ts'
import { readAndSign } from './pages/signing.ts'
import { PORTFOLIOS, Product } from './product.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
  await product.operate('login', '--demo', 'Coupon Keeper')
})
test.afterAll(() => product.stop())

/** Open to new and to returning customers, one use each. */
const CODES = { 118: 'SAVE10', 110: 'NOFEE' } as const

for (const portfolio of PORTFOLIOS) {
  const code = CODES[portfolio.portfolioId]
  test(`a coupon of ${portfolio.portfolioId}: checked, applied in the plan picker, signed, and refused on the next loan`, async ({
    page,
  }) => {
    const visit: Visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
    await page.goto(product.address(portfolio, `/coupon/verification/${code}`))
    await expectHeading(page, `Your coupon ${code}`)
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
    await createAccount(visit)
    await applyUpToBank(page, visit.borrower)
    await linkBank(page, 'user_good')
    await askForAmount(page)
    await applyInPicker(page, code)
    await press(page, 'Continue')
    await expectHeading(page, 'Check your loan')
    const plan = page.url()
    await lookAtPages(visit, code)
    await page.goto(plan)
    await press(page, 'Read the agreement')
    await readAndSign(page, 'Lena Sample')
    await expect.poll(() => statesOf(code)).toEqual([`${portfolio.portfolioId} used`])
    await page.goto(product.address(portfolio, '/coupon/overview'))
    await expect(page.getByText('Used', { exact: true })).toBeVisible()
    expect(await product.operate('coupon', 'list', '--portfolio', String(portfolio.portfolioId))).toContain(
      code,
    )
    await expectRefusedOnNextLoan(visit, code)
  })
}

/** One use for each customer: the loan is paid off, its coupon stays used, and the next loan does not get it. */
async function expectRefusedOnNextLoan({ portfolio, page }: Visit, code: string): Promise<void> {
  await product.rows(
    `update loans set status = ${LoanStatus.terminated}, sub_status = 'paidOff' where portfolio_id = $1 and signed_at is not null`,
    [portfolio.portfolioId],
  )
  await product.rows('update loan_directory set under_way_of = null where portfolio_id = $1', [
    portfolio.portfolioId,
  ])
  await page.goto(product.address(portfolio, '/loan-agreement'))
  await expectHeading(page, 'Apply for a new loan')
  for (const part of ['About you', 'Income and payday', 'Bank account', 'Questions']) {
    await page.getByLabel(`${part}: still right`).check()
  }
  await press(page, 'Continue')
  await expectHeading(page, 'Connect your bank')
  await linkBank(page, 'user_good')
  await askForAmount(page)
  await expectHeading(page, OFFER)
  await page.getByText('I have a coupon').click()
  await page.getByLabel('Coupon code').fill(code)
  await press(page, 'Apply coupon')
  await expect(page.getByText('This coupon is already used. Choose another coupon.')).toBeVisible()
  expect(await statesOf(code)).toEqual([`${portfolio.portfolioId} used`])
}

async function applyInPicker(page: Page, code: string): Promise<void> {
  await expectHeading(page, OFFER)
  await page.getByText('I have a coupon').click()
  const field = page.getByLabel('Coupon code')
  await field.fill('NONE-SUCH')
  await press(page, 'Apply coupon')
  await expect(page.getByText('This coupon is not valid. Check the code')).toHaveCount(2)
  await field.fill(code.toLowerCase())
  const table = page.getByRole('table', { name: 'This plan with and without the coupon' })
  await expectStill(page, async () => {
    await press(page, 'Apply coupon')
    await expect(table).toBeVisible()
  })
  await expectStill(page, async () => {
    await press(page, 'Remove coupon')
    await expect(table).toHaveCount(0)
  })
  await page.setViewportSize(PHONE)
  await page.reload()
  await page.getByText('I have a coupon').click()
  await page.getByLabel('Coupon code').fill(code)
  await expectStill(page, async () => {
    await press(page, 'Apply coupon')
    await expect(table).toBeVisible()
  })
  await page.setViewportSize(SCREEN)
  await expect(page.getByText(new RegExp(`${code} takes .* off the finance charge`))).toBeVisible()
}

const SCREEN = { width: 1_280, height: 720 }
const PHONE = { width: 390, height: 844 }
/** What a reader sees as still: a tenth of what Core Web Vitals call good. */
const MOST_SHIFT = 0.02
/** Longer than the half second after an input for which a browser excuses what moves. */
const SLOW_MS = 900

/** Acts while the server takes its time: what is read on the page stays where it is when the reply comes. */
async function expectStill(page: Page, act: () => Promise<void>): Promise<void> {
  await page.route(/payment-option|coupon/, async (route) => {
    await new Promise((later) => setTimeout(later, SLOW_MS))
    await route.continue()
  })
  await page.evaluate(() => {
    const shifts: string[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[]
      })[])
        if (!entry.hadRecentInput)
          shifts.push(
            `${entry.value} ${entry.sources.map(({ node, previousRect, currentRect }) => `${node?.nodeName}.${node?.className}: ${previousRect.top}-${previousRect.bottom} > ${currentRect.top}-${currentRect.bottom}`).join('; ')}`,
          )
    }).observe({ type: 'layout-shift' })
  })
  await act()
  await page.waitForTimeout(SLOW_MS)
  await page.unroute(/payment-option|coupon/)
  const shifts = await page.evaluate<string[]>('shifts')
  const sum = shifts.reduce((total, shift) => total + Number.parseFloat(shift), 0)
  expect(sum, shifts.join('\n')).toBeLessThanOrEqual(MOST_SHIFT)
}

async function lookAtPages({ portfolio, page }: Visit, code: string): Promise<void> {
  await page.goto(product.address(portfolio, `/coupon/verification/${code}`))
  await expect(page.getByText(/It saves you/)).toBeVisible()
  await linkTo(page, 'See both schedules')
  await expectHeading(page, 'With and without your coupon')
  await expect(
    page.getByRole('table', { name: 'Every payment without the coupon and with it' }),
  ).toBeVisible()
}

async function statesOf(code: string): Promise<string[]> {
  const rows = await product.rows<{ portfolio_id: number; state: string }>(
    "select portfolio_id, state from coupon_redemptions where coupon_code = $1 and state <> 'released'",
    [code],
  )
  return rows.map(({ portfolio_id, state }) => `${portfolio_id} ${state}`)
}
