import { expect, type Page, test } from '@playwright/test'
import { pdfText } from '../journeys/pdf.ts'
import { Product } from '../journeys/product.ts'
import { type Look, openScreen } from './screens.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

const LOOK: Look = { brand: 118, language: 'en', mode: 'dark', width: 1280 }

/** The words on the paper that a press on "print" gives; where a line ends on it does not count. */
async function printed(page: Page, name: string): Promise<string> {
  await openScreen(page, product, name, LOOK)
  const sheets = await page.pdf({ format: 'Letter' })
  return (await pdfText(sheets)).replace(/\s+/g, ' ')
}

test('the agreement prints whole, without the buttons around it (ux.md: print)', async ({ page }) => {
  const text = await printed(page, 'signature-read')
  for (const words of ['Annual Percentage Rate', 'Finance Charge', 'Amount Financed', 'Total of Payments'])
    expect(text.toLowerCase()).toContain(words.toLowerCase())
  expect(text).not.toContain('Sign out')
  expect(text).not.toContain('Skip to main content')
})

test('the schedule prints with every payment and its amount (ux.md: print)', async ({ page }) => {
  const text = await printed(page, 'repayment-loan-details')
  expect(text).toContain('$288.51')
  expect(text).toContain('Mar 20, 2026')
  expect(text).toContain('Apr 3, 2026')
  expect(text).not.toContain('Sign out')
})
