import { test } from '@playwright/test'
import { Product } from '../journeys/product.ts'
import { openScreen } from '../ux/screens.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

test('mine', async ({ page }) => {
  for (const spec of (process.env['MINE'] ?? '').split(' ')) {
    const [name = '', portfolio = '118', language = 'en', mode = 'light', width = '360', whole = ''] =
      spec.split(':')
    await openScreen(page, product, name, {
      portfolio: Number(portfolio),
      language,
      mode,
      width: Number(width),
    } as never)
    await page.waitForTimeout(500)
    await page.screenshot({
      path: `/tmp/mine/${name}-${portfolio}-${language}-${mode}-${width}${whole}.png`,
      fullPage: whole !== '',
    })
    const words = await page
      .locator('main')
      .evaluate((main) => (main as HTMLElement).innerText.split(/\s+/).filter(Boolean).length)
    console.log(spec, 'words', words)
  }
})
