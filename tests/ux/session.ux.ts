import { expect, type Page, test } from '@playwright/test'
import { type Borrower, newBorrower } from '../journeys/borrower.ts'
import {
  createAccount,
  signInWithCode,
  signOut,
  typePassword,
  type Visit,
} from '../journeys/pages/account.ts'
import { beginApplication } from '../journeys/pages/application.ts'
import { PORTFOLIOS, Product } from '../journeys/product.ts'
import { axeFindings } from './inspectors.ts'

const [portfolio] = PORTFOLIOS
const WARNING = { name: 'Are you still there?' }
/** Idle sessions end after 30 minutes; two minutes before, the page asks (domain.md §12, pages.md). */
const UNTIL_WARNING = '28:05'
const EXTENSIONS = 10

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

const open = (page: Page, path: string) => page.goto(product.address(portfolio, path))
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function signedInVisit(page: Page): Promise<Visit> {
  const visit: Visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
  await createAccount(visit)
  // A device that is remembered signs in again by the password alone
  await open(page, '/sign-in')
  await signInWithCode(visit)
  await expect(heading(page, /Hello/)).toBeVisible()
  return visit
}

/** Everything that this browser keeps of the site, as text; keys that scripts cannot read say so. */
const keptText = (page: Page) =>
  page.evaluate<{
    local: Record<string, string>
    session: Record<string, string>
    databases: string[]
  }>(`(async () => {
    const databases = []
    for (const { name } of await indexedDB.databases()) {
      const open = indexedDB.open(name)
      const db = await new Promise((done) => { open.onsuccess = () => done(open.result) })
      for (const store of db.objectStoreNames) {
        const read = (what) => new Promise((done) => {
          const request = db.transaction(store).objectStore(store)[what]()
          request.onsuccess = () => done(request.result)
        })
        for (const [index, value] of (await read('getAll')).entries()) {
          const key = String((await read('getAllKeys'))[index])
          databases.push(key + ' ' + (value instanceof CryptoKey ? 'CryptoKey extractable=' + value.extractable : JSON.stringify(value)))
        }
      }
      db.close()
    }
    return { local: { ...localStorage }, session: { ...sessionStorage }, databases }
  })()`)

const canariesOf = ({ firstName, lastName, email, password }: Borrower) => [
  firstName,
  lastName,
  email,
  password,
  'Samplewood',
  '04/17/1988',
  '1988',
]

test('a session about to end asks two minutes before; it can be kept ten times; work outlives its end (WCAG 2.2.1)', async ({
  page,
}) => {
  await page.clock.install()
  const { borrower } = await signedInVisit(page)
  await beginApplication(page)
  await page.getByLabel('Last Name').fill('Samplewood')
  const dialog = page.getByRole('dialog', WARNING)
  for (let time = 1; time <= EXTENSIONS; time += 1) {
    await page.clock.fastForward(UNTIL_WARNING)
    await expect(dialog, `warning ${time}`).toBeVisible()
    await expect(dialog.getByRole('timer')).toContainText(/1:\d\d/)
    await dialog.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(page.getByLabel('Last Name')).toHaveValue('Samplewood')

  await page.clock.fastForward('30:10')
  await expect(heading(page, 'Sign in')).toBeVisible()
  await typePassword({ page, borrower })
  await expect(heading(page, 'Your name and birth date')).toBeVisible()
  await expect(page.getByLabel('Last Name')).toHaveValue('Samplewood')
})

test('what this browser keeps cannot be read, and signing out leaves nothing behind (product.md §3, ux.md)', async ({
  page,
}) => {
  const { borrower } = await signedInVisit(page)
  await beginApplication(page)
  await page.getByLabel('Last Name').fill('Samplewood')
  await page.getByLabel('Birth Date').fill('04/17/1988')
  await expect
    .poll(async () =>
      Object.keys((await keptText(page)).local).some((key) => key.startsWith('dolphin.draft.')),
    )
    .toBe(true)
  const kept = await keptText(page)
  const { 'dolphin.access-token': accessToken = '', ...others } = kept.local
  expect(accessToken).not.toBe('')
  for (const key of [...Object.keys(kept.local), ...Object.keys(kept.session)])
    expect(key).toMatch(/^dolphin\./)
  expect(kept.databases).toEqual(['dolphin.storage-key CryptoKey extractable=false'])
  const readable = JSON.stringify([others, kept.session, kept.databases])
  for (const canary of [...canariesOf(borrower), accessToken]) expect(readable).not.toContain(canary)
  expect(await page.evaluate(`document.cookie`)).not.toContain(accessToken)

  await signOut(page)
  const left = await keptText(page)
  expect(
    Object.keys(left.local).filter((key) => /draft|state|token|credential|channel|signed/.test(key)),
  ).toEqual([])
  for (const canary of [...canariesOf(borrower), accessToken])
    expect(JSON.stringify(left)).not.toContain(canary)

  for (let step = 0; step < 3; step += 1) {
    await page.goBack()
    await page.waitForLoadState('networkidle')
    await expect(heading(page, /Hello/)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const shown = await page.evaluate<string>(
      `document.body.innerText + [...document.querySelectorAll('input')].map(({ value }) => value).join(' ')`,
    )
    for (const canary of [borrower.firstName, borrower.email, 'Samplewood'])
      expect(shown).not.toContain(canary)
  }
})

test('signing out in one window closes what the others show', async ({ page }) => {
  const { borrower } = await signedInVisit(page)
  const second = await page.context().newPage()
  await open(second, '/home')
  await expect(heading(second, /Hello/)).toBeVisible()
  await second.waitForLoadState('networkidle')
  await signOut(page)
  await expect(heading(second, 'Sign in')).toBeVisible()
  expect(await second.evaluate<string>(`document.body.innerText`)).not.toContain(borrower.firstName)
})

test('a session elsewhere is seen and ended from here, after the password; the page there closes at once (ASVS 7.5.2)', async ({
  page,
  browser,
}) => {
  const { borrower } = await signedInVisit(page)
  const elsewhere = await browser.newContext()
  const there: Visit = { product, portfolio, page: await elsewhere.newPage(), borrower }
  await open(there.page, '/sign-in')
  await signInWithCode(there)
  await expect(heading(there.page, /Hello/)).toBeVisible()
  await there.page.waitForLoadState('networkidle')

  await page.setViewportSize({ width: 360, height: 800 })
  await open(page, '/change-password')
  const places = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(places.getByRole('listitem').first()).toContainText('This device')
  const other = places.getByRole('listitem').filter({ hasText: 'In use now' })
  await expect(other).toContainText('Chrome on Linux')
  await other.getByRole('button', { name: /^Sign out Chrome on Linux/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out Chrome on Linux?' })
  await dialog.getByLabel('Current password').fill('Not-my-password-1')
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await expect(dialog.getByRole('alert')).toBeFocused()
  await expect(dialog.getByRole('alert')).toContainText('The current password is not right.')
  expect(await axeFindings(page)).toEqual([])
  await expect(heading(there.page, /Hello/)).toBeVisible()

  await dialog.getByLabel('Current password').fill(borrower.password)
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('Chrome on Linux is signed out.')).toBeVisible()
  await expect(heading(there.page, 'Sign in')).toBeVisible()
  await expect(other).toHaveCount(0)
  await expect(places.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused()
  await expect(heading(page, 'Sign-in and security')).toBeVisible()
  await elsewhere.close()
})
