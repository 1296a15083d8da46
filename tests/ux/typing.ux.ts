import { expect, type Locator, type Page, test } from '@playwright/test'
import { newBorrower } from '../journeys/borrower.ts'
import { createAccount, typePassword, type Visit } from '../journeys/pages/account.ts'
import { answerStart, typeSection } from '../journeys/pages/application.ts'
import { expectHeading, goOn, press } from '../journeys/pages/form.ts'
import { PORTFOLIOS, Product } from '../journeys/product.ts'

/** The one that types every section. */
const [, portfolio] = PORTFOLIOS
let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

async function beginInGuidance(page: Page): Promise<Visit> {
  const visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
  await page.goto(product.address(portfolio, '/guidance'))
  await answerStart(page)
  await press(page, 'Continue without an account')
  await expectHeading(page, 'Your name and birth date')
  return visit
}

/** Who has no account gives an address as well. */
async function typePerson({ page, borrower }: Visit): Promise<void> {
  await typeSection(page, borrower, 'personal')
  await goOn(page)
  await page.getByLabel('Email').fill(borrower.email)
}

/** Pastes as a person does, by the clipboard and the keyboard. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.page().evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await field.fill('')
  await field.focus()
  await field.page().keyboard.press('Control+V')
}

const caretOf = (field: Locator) => field.evaluate((input) => (input as HTMLInputElement).selectionStart)

test('everything may be pasted as it is written elsewhere (ux.md "SSN, phone, money entry")', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const visit = await beginInGuidance(page)
  const ssn = page.getByLabel('Social Security Number')
  for (const written of ['123-45-6789', '123 45 6789', '123456789']) {
    await paste(ssn, written)
    await expect(ssn).toHaveValue('123-45-6789')
  }
  const birthDate = page.getByLabel('Birth Date')
  for (const written of ['4/7/1988', '04-07-1988', 'April 7 1988', '04071988']) {
    await paste(birthDate, written)
    await birthDate.blur()
    await expect(birthDate).toHaveValue('04/07/1988')
  }
  const phone = page.getByLabel('Cell Phone')
  for (const written of ['+1 (303) 555-0123', '303.555.0123', '13035550123']) {
    await paste(phone, written)
    await expect(phone).toHaveValue('(303) 555-0123')
  }
  await typePerson(visit)
  await goOn(page)
  await expectHeading(page, 'Your income')
  const income = page.getByLabel('Monthly Net Income')
  await paste(income, '$1,234.50')
  await income.blur()
  await expect(page.locator(`[id="${await income.getAttribute('id')}-error"]`)).toHaveCount(0)
})

test('a digit typed or deleted in the middle leaves the caret where it belongs (ux.md "SSN, phone, money entry")', async ({
  page,
}) => {
  await beginInGuidance(page)
  const ssn = page.getByLabel('Social Security Number')
  await ssn.pressSequentially('123456789')
  await expect(ssn).toHaveValue('123-45-6789')
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Backspace')
  await expect(ssn).toHaveValue('123-56-789')
  await page.keyboard.type('4')
  await expect(ssn).toHaveValue('123-45-6789')
  expect(await caretOf(ssn)).toBe('123-4'.length)
  const birthDate = page.getByLabel('Birth Date')
  await birthDate.pressSequentially('04171988')
  await expect(birthDate).toHaveValue('04/17/1988')
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('2')
  await expect(birthDate).toHaveValue('04/12/1988')
  expect(await caretOf(birthDate)).toBe('04/12'.length)
})

async function applications(): Promise<number> {
  const [row] = await product.rows<{ count: string }>('select count(*) from applications')
  return Number(row?.count)
}

test('a second tap on a way forward changes nothing: one request, one application, also after back and reload (ux.md "Double tap")', async ({
  page,
}) => {
  const visit = await beginInGuidance(page)
  const made: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/form/personal')) made.push(request.url())
  })
  const before = await applications()
  await typePerson(visit)
  await page.getByRole('button', { name: 'Continue' }).dblclick()
  await expectHeading(page, 'Your income')
  await page.goBack()
  await page.reload()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(made).toHaveLength(1)
  expect(await applications()).toBe(before + 1)
})

test('a code may be pasted with its gap, and a second tap signs in once (ux.md "Double tap")', async ({
  page,
  browser,
}) => {
  const visit: Visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
  await createAccount(visit)
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const other = await context.newPage()
  const signIns: string[] = []
  other.on('request', (request) => {
    if (/\/(?:sign-in|verify-login-code)$/.test(request.url()) && request.method() === 'POST')
      signIns.push(new URL(request.url()).pathname)
  })
  await other.goto(product.address(portfolio, '/sign-in'))
  await typePassword({ page: other, borrower: visit.borrower })
  await expectHeading(other, 'Enter your code')
  const code = /\b\d{6}\b/.exec((await product.mail(visit.borrower.email, 'loginCode')).text)?.[0] ?? ''
  await paste(other.getByLabel('Code'), `${code.slice(0, 3)} ${code.slice(3)}`)
  await other.getByRole('button', { name: 'Continue' }).dblclick()
  await expectHeading(other, /Hello/)
  expect(signIns).toHaveLength(2)
  await context.close()
})
