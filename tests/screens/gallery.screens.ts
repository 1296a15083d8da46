import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { PORTFOLIOS, Product } from '../journeys/product.ts'
import { looksAt, openScreen, screenNames } from '../ux/screens.ts'
import { shot } from './shot.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

/** The main journey in Spanish, from fixtures; the English pictures come from a real run. */
const JOURNEY = [
  'sign-in',
  'create-account',
  'guidance',
  'application-personal-1',
  'bank-link-not-started',
  'application-summary',
  'offer',
  'check-loan',
  'signature-read',
  'signature-sign',
  'home-4-in-progress',
  'home-5-repayment',
  'repayment-loan-details',
  'change-extra-payment-form',
  'change-extra-payment-review',
] as const

for (const portfolio of PORTFOLIOS)
  test(`the main journey of ${portfolio.portfolioId} in Spanish`, async ({ page }) => {
    for (const name of JOURNEY) {
      const { portfolioId } = portfolio
      await openScreen(page, product, name, {
        portfolio: portfolioId,
        language: 'es',
        mode: 'light',
        width: 1280,
      })
      await shot(page, portfolio, `es-${name}`)
    }
  })

/** Not stored in the repository: the images are for reviewing a change as a whole. */
const GALLERY = resolve(import.meta.dirname, '../../test-results/gallery')

test('every screen of /dev/screens, each in two opposite looks, in test-results/gallery', async ({
  page,
}) => {
  mkdirSync(GALLERY, { recursive: true })
  const names = await screenNames(page, product)
  for (const [number, name] of names.entries())
    for (const look of looksAt(number)) {
      await openScreen(page, product, name, look)
      const { portfolio, language, mode, width } = look
      const path = resolve(GALLERY, `${name}-${portfolio}-${language}-${mode}-${width}.jpeg`)
      const picture = await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 50 })
      expect(picture.length, name).toBeGreaterThan(2_000)
    }
})
