import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import type { Portfolio } from '../journeys/product.ts'

const FOLDER = resolve(import.meta.dirname, '../../.cache/screens')
/** Phone and desk, with the height of what is seen before scrolling and how large the picture is. */
const WIDTHS = [
  [360, 740, 1],
  [1280, 800, 0.6],
] as const
/** A long agreement is shown by its beginning. */
const LONGEST = 2_400
const QUALITY = 45

/** Takes pictures of the page, one for each width, into .cache/screens/<portfolio>/<width>. */
export async function shot(page: Page, { portfolioId }: Portfolio, name: string): Promise<void> {
  // The browser's own protocol, because it writes small pictures that the library cannot.
  const browser = await page.context().newCDPSession(page)
  for (const [width, height, scale] of WIDTHS) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo(0, 0))
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    const whole = await page.evaluate(() => document.documentElement.scrollHeight)
    const { data } = await browser.send('Page.captureScreenshot', {
      format: 'webp',
      quality: QUALITY,
      captureBeyondViewport: true,
      clip: { x: 0, y: 0, width, height: Math.min(LONGEST, whole), scale },
    })
    const folder = join(FOLDER, String(portfolioId), String(width))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
  }
  await browser.detach()
  await page.setViewportSize({ width: 1280, height: 800 })
}
