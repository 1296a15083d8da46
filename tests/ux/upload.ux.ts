import { Buffer } from 'node:buffer'
import { expect, type Page, test } from '@playwright/test'
import { newBorrower } from '../journeys/borrower.ts'
import { createAccount, type Visit } from '../journeys/pages/account.ts'
import { applyUpToBank, openUpload } from '../journeys/pages/application.ts'
import { expectHeading, goOn, press } from '../journeys/pages/form.ts'
import { PORTFOLIOS, Product } from '../journeys/product.ts'
import { statementCsv } from '../journeys/statement-file.ts'

const [portfolio] = PORTFOLIOS
const UPLOAD = '**/upload-bank-statement'
/** One black point. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

const statement = (page: Page) => page.getByLabel('Bank statement', { exact: true })

test('a statement from a phone: limits said first, the picture shown, sending stopped, cut, gone on with, and left (ux.md "Upload from phone")', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const visit: Visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
  await createAccount(visit)
  await applyUpToBank(page, visit.borrower)
  await openUpload(page)
  await expectHeading(page, 'Upload a bank statement')
  await expect(page.getByText(/CSV, PNG.*at most 10 MB/)).toBeVisible()
  const camera = page.getByLabel('Or take a picture of it')
  await expect(camera).toHaveAttribute('capture', 'environment')
  await expect(camera).toHaveAttribute('accept', 'image/*')

  await press(page, 'Send statement')
  await expect(page.locator('#file-error')).toHaveText('Choose a file !')
  await statement(page).setInputFiles({
    name: 'march.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no'),
  })
  await press(page, 'Send statement')
  await expect(page.locator('#file-error')).toHaveText('Choose CSV or png file !')

  await statement(page).setInputFiles({ name: 'march.png', mimeType: 'image/png', buffer: PICTURE })
  await expect(page.getByRole('img', { name: 'The picture you chose' })).toBeVisible()

  const csv = { name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from(statementCsv()) }
  await statement(page).setInputFiles(csv)
  await page.route(UPLOAD, () => {
    // Never answered: the borrower stops it.
  })
  await press(page, 'Send statement')
  await page.getByRole('button', { name: 'Stop sending' }).click()
  await expect(page.getByRole('button', { name: 'Send statement' })).toBeVisible()
  await expect(page.getByText('march.csv')).toBeVisible()
  await page.unroute(UPLOAD)

  await page.route(UPLOAD, (route) => route.abort('connectionreset'), { times: 1 })
  await press(page, 'Send statement')
  await expect(page.getByText('The connection was lost. Your file is still selected')).toBeVisible()
  await expectHeading(page, 'We have your bank statement')
  const [row] = await product.rows<{ count: string }>(
    "select count(*) from ibv_requests where provider = 'statement'",
  )
  expect(row?.count, 'sent again, counted once').toBe('1')
  await goOn(page)
  await expect(page).toHaveURL(/\/notification\/104$/)

  await page.goBack()
  await page.goto(product.address(portfolio, '/guidance?section=IBV&upload=statement'))
  await expectHeading(page, 'Upload a bank statement')
  await press(page, 'Cancel upload')
  await expect(page).toHaveURL(/\/notification\/205$/)
})

test('a table of an unknown layout: its columns named after a reload, a wrong one said at its field, then read (domain.md §14 "Statements")', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const visit: Visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
  await createAccount(visit)
  await applyUpToBank(page, visit.borrower)
  await openUpload(page)
  const table = statementCsv().replace('Date,Description,Amount', 'When,What,How much')
  const csv = { name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from(table) }
  await statement(page).setInputFiles(csv)
  await press(page, 'Send statement')
  await expectHeading(page, 'Which column is which?')
  await page.reload()
  await expectHeading(page, 'Which column is which?')
  await page.getByLabel('Date', { exact: true }).selectOption({ label: 'Column 2: What' })
  await page.getByLabel('Money went out').check()
  await press(page, 'Read my statement')
  await expect(page.locator('#description-error')).toHaveText(/something else too/)
  await page.getByLabel('Date', { exact: true }).selectOption({ label: 'Column 1: When' })
  await press(page, 'Read my statement')
  await expectHeading(page, 'We have your bank statement')
  await expect(page.getByText('98', { exact: true })).toBeVisible()
  await goOn(page)
  await expect(page).toHaveURL(/\/notification\/104$/)
})
