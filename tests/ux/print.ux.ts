import { expect, type Page, test } from '@playwright/test'
import { pdfText } from '../journeys/pdf.ts'
import { Product } from '../journeys/product.ts'
import { type Look, openScreen } from './screens.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

const LOOK: Look = { portfolio: 118, language: 'en', mode: 'dark', width: 1280 }

/**
 * The words on the paper that a press on "print" gives, once the last of these stands on the page: what is below comes
 * in a second step. Where a line ends on the paper does not count.
 */
async function printed(page: Page, name: string, last: string): Promise<string> {
  await openScreen(page, product, name, LOOK)
  await expect(page.getByText(last).last()).toBeAttached()
  const sheets = await page.pdf({ format: 'Letter' })
  return (await pdfText(sheets)).replace(/\s+/g, ' ')
}

test('the agreement prints whole, without the buttons around it (ux.md "Print")', async ({ page }) => {
  const text = await printed(page, 'signature-read', 'Total of Payments')
  for (const words of ['Annual Percentage Rate', 'Finance Charge', 'Amount Financed', 'Total of Payments'])
    expect(text.toLowerCase()).toContain(words.toLowerCase())
  expect(text).not.toContain('Sign out')
  expect(text).not.toContain('Skip to main content')
})

test('the schedule prints with every payment and its amount (ux.md "Print")', async ({ page }) => {
  const text = await printed(page, 'repayment-loan-details', 'Apr 3, 2026')
  expect(text).toContain('$288.51')
  expect(text).toContain('Mar 20, 2026')
  expect(text).toContain('Apr 3, 2026')
  expect(text).not.toContain('Sign out')
})
