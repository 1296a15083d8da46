import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import type { Portfolio } from '../journeys/product.ts'

const FOLDER = resolve(import.meta.dirname, '../../.cache/screens')
type Widths = readonly (readonly [width: number, height: number, scale: number])[]

/** Phone and desk, with the height of what is seen before scrolling and how large the picture is. */
const WIDTHS: Widths = [
  [360, 740, 1],
  [1280, 800, 0.6],
]
/** Staff sit before a screen, and look at a phone on the way. */
const DESK_WIDTHS: Widths = [
  [390, 844, 1],
  [1280, 800, 0.6],
]
/** A long agreement is shown by its beginning. */
const LONGEST = 2_400
const QUALITY = 45

/** Takes pictures of the page, one for each width, into .cache/screens/<portfolio>/<width>. */
export const shot = (page: Page, { portfolioId }: Portfolio, name: string): Promise<void> =>
  take(page, { place: String(portfolioId), widths: WIDTHS, name })

/** The same of a page of the lender's desk, in the light and in the dark, into .cache/screens/desk/<width>. */
export async function deskShot(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await take(page, { place: 'desk', widths: DESK_WIDTHS, name: `${name}-${colorScheme}` })
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

interface Taken {
  /** The folder below FOLDER. */
  readonly place: string
  readonly widths: Widths
  readonly name: string
}

async function take(page: Page, { place, widths, name }: Taken): Promise<void> {
  // The browser's own protocol, because it writes small pictures that the library cannot.
  const browser = await page.context().newCDPSession(page)
  for (const [width, height, scale] of widths) {
    await page.setViewportSize({ width, height })
    // The desk scrolls a part of the page.
    await page.evaluate(() =>
      [document.scrollingElement, ...document.querySelectorAll('main')].forEach((one) => one?.scrollTo(0, 0)),
    )
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
    const folder = join(FOLDER, place, String(width))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
  }
  await browser.detach()
  await page.setViewportSize({ width: 1280, height: 800 })
}
