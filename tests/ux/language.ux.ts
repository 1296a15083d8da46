import { expect, type Page, test } from '@playwright/test'
import { NEEDED_QUESTIONS, newBorrower } from '../journeys/borrower.ts'
import { codeInPdf, openedDocument } from '../journeys/pages/signing.ts'
import { PORTFOLIOS, Product } from '../journeys/product.ts'
import { sidewaysFindings } from './page-checks.ts'
import {
  answerInSpanish,
  expectSpanish,
  inSpanish,
  lengthenTexts,
  says,
  visitSpanishBank,
} from './spanish.ts'

const [portfolio] = PORTFOLIOS
const START = 'features/plans/start-messages'
const CONNECT = 'features/verification/connect-messages'
const CONFIRM = 'features/applications/confirm-messages'
const SPANISH = { locale: 'es-US', viewport: { width: 360, height: 800 } } as const

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

const go = (page: Page, path: string) => page.goto(product.address(portfolio, path))
const heading = (page: Page, part: string, id: string, values?: Readonly<Record<string, string>>) =>
  page.getByRole('heading', { name: says(part, id, values), exact: true, level: 1 })

/** Waits for a page, and finds it in Spanish and no wider than the phone. */
async function arrive(page: Page, part: string, id: string): Promise<void> {
  await expect(heading(page, part, id)).toBeVisible()
  await expectSpanish(page)
  expect(await sidewaysFindings(page), page.url()).toEqual([])
}

test.describe('what the server sends', () => {
  const asked = async (headers: Readonly<Record<string, string>>) => {
    const answer = await fetch(product.address(portfolio, '/sign-in'), {
      headers: { accept: 'text/html', ...headers },
    })
    const lang = /<html[^>]* lang="(\w+)"/.exec(await answer.text())?.[1]
    return { lang, said: answer.headers.get('content-language'), vary: answer.headers.get('vary') }
  }
  const VARY = 'Accept-Language, Cookie'

  test('the page comes in the language of the cookie, else of the browser, else in English @quick', async () => {
    const english = { lang: 'en', said: 'en', vary: VARY }
    const spanish = { lang: 'es', said: 'es', vary: VARY }
    expect(await asked({})).toEqual(english)
    expect(await asked({ 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' })).toEqual(spanish)
    expect(await asked({ 'accept-language': 'fr' })).toEqual(english)
    expect(await asked({ 'accept-language': 'es', cookie: 'language=en' })).toEqual(english)
    expect(await asked({ 'accept-language': 'en', cookie: 'language=es' })).toEqual(spanish)
    expect(await asked({ cookie: 'language=xx' })).toEqual(english)
  })

  test('a page loads the texts of its own language alone @quick', async ({ browser }) => {
    const context = await browser.newContext({ locale: 'es-US' })
    const page = await context.newPage()
    await go(page, '/sign-in')
    await arrive(page, 'features/identity', 'signInTitle')
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.js')),
    )
    const texts = scripts.map(async (url) => await (await page.request.get(url)).text())
    const loaded = (await Promise.all(texts)).join('\n')
    expect(loaded).toContain('¿Olvidó su contraseña?')
    expect(loaded).not.toContain('Forgot your password?')
    await context.close()
  })
})

test('the switch keeps the place, what was typed and the session, and stays chosen', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  await go(page, '/sign-in?from=mail')
  await page.getByLabel('Email').fill('lena.sample@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not-to-be-kept')
  await page.getByLabel('Remember this device').check()
  const change = page.getByRole('link', { name: 'Español' })
  await expect(change).toHaveAttribute('lang', 'es')
  await expect(change).toHaveAttribute('hreflang', 'es')
  await change.click()
  await expect(heading(page, 'features/identity', 'signInTitle')).toBeVisible()
  expect(page.url()).toBe(product.address(portfolio, '/sign-in?from=mail'))
  await expect(page.getByLabel(says('features/identity', 'account'))).toHaveValue('lena.sample@example.com')
  await expect(page.getByLabel(says('features/identity', 'rememberDevice'))).toBeChecked()
  await expect(page.getByLabel(says('features/identity', 'password'), { exact: true })).toHaveValue('')
  await page.reload()
  await expect(heading(page, 'features/identity', 'signInTitle')).toBeVisible()
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await context.close()
})

const OPEN_PAGES = [
  ['/sign-in', 'features/identity', 'signInTitle'],
  ['/send-set-link', 'features/identity', 'sendSetTitle'],
  ['/send-reset-link', 'features/identity', 'sendResetTitle'],
  ['/create-account/none', 'features/identity', 'linkExpiredTitle'],
  ['/guidance', 'features/plans', 'calculatorTitle'],
  ['/coupon/verification/NONE', 'features/coupons', 'titlePlain'],
  ['/notification/101', 'features/notices', 'pendingTitle'],
  ['/notification/204', 'features/notices', 'checkTitle'],
  ['/notification/302', 'features/notices', 'invalidTitle'],
  ['/verify', 'features/documents', 'verifyTitle'],
  ['/404', 'features/error', 'notFoundTitle'],
  ['/403', 'features/error', 'forbiddenTitle'],
  ['/500', 'features/error', 'failedTitle'],
] as const

test('no English is left on the pages that are open to all, and texts a third longer still fit (ux.md)', async ({
  browser,
}) => {
  const context = await browser.newContext(SPANISH)
  const page = await context.newPage()
  for (const [path] of OPEN_PAGES) {
    await test.step(path, async () => {
      await go(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectSpanish(page)
      await lengthenTexts(page)
      expect(await sidewaysFindings(page), path).toEqual([])
    })
  }
  await context.close()
})

test('a borrower gets from account to signature in Spanish, on a phone', async ({ browser }) => {
  const context = await browser.newContext(SPANISH)
  const page = await context.newPage()
  const borrower = newBorrower(portfolio)
  const click = (part: string, id: string) =>
    page.getByRole('button', { name: says(part, id), exact: true }).click()
  const label = (part: string, id: string) => page.getByLabel(says(part, id), { exact: true })

  await test.step('account', async () => {
    await go(page, '/send-set-link')
    await arrive(page, 'features/identity', 'sendSetTitle')
    await label('features/identity', 'account').fill(borrower.email)
    await click('features/identity', 'sendLink')
    await arrive(page, 'features/identity', 'checkMailTitle')
    const [link = ''] = (await product.mail(borrower.email, 'createAccountLink')).links
    await page.goto(link)
    await arrive(page, 'features/identity', 'createTitle')
    await label('features/identity', 'newPassword').fill(borrower.password)
    const sample = await openedDocument(page, says('form-engine', 'proofOpenButton'))
    await label('form-engine', 'proofCode').fill(await codeInPdf(sample))
    await agreeToAll(page)
    await click('features/identity', 'create')
    await expect(page.getByRole('heading', { name: /^Hola/, level: 1 })).toBeVisible()
    await expectSpanish(page)
  })

  await test.step('application', async () => {
    await page.getByRole('link', { name: says('features/home', 'start') }).click()
    await arrive(page, START, 'title')
    await label(START, 'state').selectOption({ label: 'Utah' })
    await label(START, 'zip').fill('84101')
    await click(START, 'continue')
    const screens = borrower.beforeLink.flatMap((section) => borrower.sections[section])
    for (const answers of inSpanish(portfolio, screens)) {
      await answerInSpanish(page, answers)
      await expectSpanish(page)
      await click('form-engine', 'continue')
    }
    await arrive(page, CONNECT, 'title')
    await page.getByRole('radio', { name: 'Sandbox Community Bank' }).check()
    await click(CONNECT, 'continue')
    await visitSpanishBank(page, 'user_good')
    const linked = heading(page, 'features/verification', 'doneTitle')
    await linked.or(heading(page, CONFIRM, 'title')).waitFor()
    if (await linked.isVisible()) await click('features/verification', 'continue')
    await arrive(page, CONFIRM, 'title')
    for (const answers of inSpanish(portfolio, [NEEDED_QUESTIONS])) await answerInSpanish(page, answers)
    await click(CONFIRM, 'yes')
  })

  await test.step('plan', async () => {
    await expect(page.getByRole('heading', { name: /^Puede pedir hasta \$/, level: 1 })).toBeVisible()
    await expectSpanish(page)
    await click('features/plans', 'continue')
    await arrive(page, 'features/plans', 'checkTitle')
    await click('features/plans', 'sign')
  })

  await test.step('signature', async () => {
    await expect(heading(page, 'features/agreements', 'readTitle')).toBeVisible()
    await click('features/agreements', 'readContinue')
    await arrive(page, 'features/agreements', 'signTitle')
    await page.getByRole('radio', { name: says('features/agreements', 'automaticYes') }).check()
    await label('features/agreements', 'typedName').fill(`${borrower.firstName} ${borrower.lastName}`)
    await click('features/agreements', 'signButton')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: says('features/agreements', 'confirmSign') })
      .click()
    await expect(page).toHaveURL(/\/home$/)
    await expectSpanish(page)
  })

  await test.step('the switch keeps the session and tells the server how to write', async () => {
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page.getByRole('heading', { name: `Hello, ${borrower.firstName}` })).toBeVisible()
    expect(page.url()).toContain('/home')
  })

  for (const path of ['/documents', '/messages', '/change-password', '/repayment/loan-details', '/consent']) {
    await test.step(path, async () => {
      await context.addCookies([{ name: 'language', value: 'es', url: product.address(portfolio) }])
      await go(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectSpanish(page)
      await lengthenTexts(page)
      expect(await sidewaysFindings(page), path).toEqual([])
    })
  }
  await context.close()
})

async function agreeToAll(page: Page): Promise<void> {
  const needed = page.getByRole('group', { name: says('form-engine', 'consentsRequired') })
  for (const consent of await needed.getByRole('checkbox').all()) await consent.check()
}
