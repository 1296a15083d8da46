import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { Product } from '../journeys/product.ts'
import { openScreen } from './screens.ts'
import { readAloud } from './virtual-reader.ts'

const FOLDER = join(import.meta.dirname, 'spoken')

/** The way from the account to the last payment, with what goes wrong on it. */
const SPOKEN = [
  'sign-in-errors',
  'sign-in-code',
  'create-account',
  'create-account-errors',
  'guidance',
  'application-personal-1',
  'application-personal-errors',
  'application-question-rows-errors',
  'application-summary',
  'application-confirm',
  'bank-link-not-started',
  'bank-link-in-progress',
  'bank-link-successful',
  'bank-link-other-error',
  'offer',
  'check-loan-open',
  'signature-consent',
  'signature-read',
  'signature-sign-errors',
  'signature-confirm',
  'signature-just-signed',
  'home-1-start',
  'home-3-unsigned',
  'home-4-in-progress',
  'home-5-repayment',
  'repayment-loan-details',
  'change-pay-off-form',
  'change-pay-off-review',
  'change-extra-payment-receipt',
  'change-checking',
  'notification-301',
  'session-warning',
] as const

/** A role without a name, a name said twice, or what no reader understands. */
const WRONG = [
  /^(?:button|link|textbox|checkbox|radio|combobox|img|image)$/,
  /clickable/,
  /undefined|\[object|NaN/,
]

// Moments are told in the reader's zone
test.use({ timezoneId: 'America/Denver', locale: 'en-US' })

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

test('a screen reader hears every step of the way, as reviewed in tests/ux/spoken (WCAG 1.3.1, 4.1.2)', async ({
  page,
}) => {
  test.setTimeout(600_000)
  const heard: Record<string, string> = {}
  for (const name of SPOKEN) {
    await openScreen(page, product, name, { portfolio: 118, language: 'en', mode: 'light', width: 1280 })
    const log = await readAloud(page)
    const wrong = log.filter((phrase) => WRONG.some((pattern) => pattern.test(phrase)))
    expect(wrong, name).toEqual([])
    heard[name] = `${log.join('\n')}\n`
  }
  // A changed page is heard anew: UX_SPOKEN=write keeps it, then the difference is read before it is committed
  if (process.env['UX_SPOKEN'] === 'write') keep(heard)
  for (const [name, log] of Object.entries(heard)) expect(log, name).toBe(reviewed(name))
})

const fileOf = (name: string) => join(FOLDER, `${name}.txt`)
const reviewed = (name: string) => (existsSync(fileOf(name)) ? readFileSync(fileOf(name), 'utf8') : '')

function keep(heard: Readonly<Record<string, string>>): void {
  mkdirSync(FOLDER, { recursive: true })
  for (const [name, log] of Object.entries(heard)) writeFileSync(fileOf(name), log)
}
