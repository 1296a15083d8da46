import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { checkAchFile } from '../nacha/check-ach-file.ts'
import { newBorrower } from './borrower.ts'
import { createAccount, signInAgain, signInWithCode, signOut, type Visit } from './pages/account.ts'
import { applyUpToBank, askForAmount, linkBank } from './pages/application.ts'
import { expectHeading, press } from './pages/form.ts'
import { type AgreedPlan, agreedPlan, takePlan } from './pages/plan.ts'
import { expectRedirect, openSecondWindow, readAndSign } from './pages/signing.ts'
import { opensslAccepts, pdfsigAccepts } from './pdf.ts'
import { type Portfolio, PORTFOLIOS, Product } from './product.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
  await product.operate('login', '--demo', 'Journey Underwriter')
})
test.afterAll(() => product.stop())

/** Statuses and sub-statuses of domain.md §2, as history tells them. */
const TO_REVIEW = ['101', '102 autoValidation', '102 customerReview']
const LIVES = {
  118: [...TO_REVIEW, '104', '201', '202'],
  110: [...TO_REVIEW, '102 underwriterReview', '104', '201', '202'],
} as const

/** What home says right after signing: approved by the rules, or waiting for a person. */
const SIGNED_TITLES = { 118: 'Your loan is on its way', 110: 'We’re reviewing your application' } as const

/** Every mail of a loan that went well; the code once, because the device was remembered. */
const MAILS = [
  'agreementCopy',
  'applicationReceived',
  'approved',
  'createAccountLink',
  'disbursementSent',
  'loanFunded',
  'loginCode',
  'qualified',
]

for (const portfolio of PORTFOLIOS) {
  test(`a borrower of ${portfolio.portfolioId} gets a loan, from the first mail to the first payment date`, async ({
    page,
  }) => {
    const visit: Visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
    await test.step('account and sign-in', async () => {
      await createAccount(visit)
      await signOut(page)
      await signInWithCode(visit)
      await expectHeading(page, /Hello/)
    })
    const plan = await test.step('application, bank link, amount, plan', () => applyForPlan(visit))
    const loanNo = await test.step('signature, seen in a second window', () => sign(visit))
    await test.step('the signed agreement', () => checkSignedAgreement(visit, loanNo))
    if (portfolio.portfolioId === 110) await test.step('approval by an employee', () => approve(loanNo))
    await expect.poll(() => statusOf(loanNo)).toBe(104)
    await test.step('batch, settlement, ledger', () => fund(portfolio, loanNo, plan))
    // 09:00 in New York is too early for a notice to Utah.
    await product.operate('clock', 'advance', '2h')
    await test.step('home after funding', async () => {
      await signInAgain(visit)
      await expectHome(page, plan)
    })
    expect(await lifeOf(loanNo)).toEqual(LIVES[portfolio.portfolioId])
    await product.mail(visit.borrower.email, 'loanFunded')
    const mails = await product.mails(visit.borrower.email)
    // Whether the first debit is announced by then depends on the day on which the journey begins.
    const kinds = mails.map(({ kind }) => kind).filter((kind) => kind !== 'paymentUpcoming')
    expect(kinds.toSorted()).toEqual(MAILS)
  })
}

async function applyForPlan({ page, borrower }: Visit): Promise<AgreedPlan> {
  await applyUpToBank(page, borrower)
  await linkBank(page, 'user_good')
  await askForAmount(page)
  await takePlan(page)
  return agreedPlan(page)
}

/** Signs in one window while another looks at the same agreement; both end on the home page. */
async function sign({ page, portfolio }: Visit): Promise<string> {
  await press(page, 'Read the agreement')
  await expectHeading(page, 'Read your loan agreement')
  const second = await openSecondWindow(page)
  await readAndSign(page, 'Lena Sample')
  await Promise.all([expectRedirect(page), expectRedirect(second.page)])
  expect(second.tickets()).toContain(3001)
  await second.page.close()
  await expect(page.getByRole('heading', { name: SIGNED_TITLES[portfolio.portfolioId] })).toBeVisible()
  const reference = await page.getByRole('heading', { name: /^Loan \d/ }).textContent()
  return reference?.replace('Loan ', '') ?? ''
}

async function checkSignedAgreement({ page, portfolio }: Visit, loanNo: string): Promise<void> {
  const sealed = await product.rows(
    'select document_no from documents where loan_no = $1 and sealed_at is not null',
    [loanNo],
  )
  expect(sealed).toHaveLength(1)
  await page.goto(product.address(portfolio, '/documents'))
  await expect(page.getByText(/^Signed on/)).toHaveCount(1)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Save .*agreement$/i }).click()
  const pdf = await readFile(await (await download).path())
  const certificate = product.sealCertificate(portfolio)
  const verdicts = async (bytes: Buffer) => [
    await pdfsigAccepts(bytes),
    await opensslAccepts(bytes, certificate),
  ]
  expect(await verdicts(pdf)).toEqual([true, true])
  const flipped = Buffer.from(pdf)
  flipped.writeUInt8(flipped.readUInt8(2_000) ^ 1, 2_000)
  expect(await verdicts(flipped), 'one flipped bit').toEqual([false, false])
  expect(await verdicts(Buffer.concat([pdf, Buffer.from('\n')])), 'one appended byte').toEqual([false, false])
}

async function approve(loanNo: string): Promise<void> {
  expect(await product.operate('review', 'list', '--portfolio', '110')).toContain(loanNo)
  await product.operate('approve', loanNo, '--note', 'Income and identity checked.')
}

/**
 * The batch, the file at the bank, the settlement of the day after, and the ledger. A batch whose time lies before the next
 * banking day's morning goes out as the clock passes it.
 */
async function fund({ portfolioId }: Portfolio, loanNo: string, { received }: AgreedPlan): Promise<void> {
  const before = product.bankFiles().map(({ name }) => name)
  await product.operate('clock', 'next-banking-day')
  await product.operate('batch', 'run', '--portfolio', String(portfolioId))
  const files = product.bankFiles().filter(({ name }) => !before.includes(name))
  expect(files).toHaveLength(1)
  const [{ text } = { text: '' }] = files
  expect(checkAchFile(text)).toEqual([])
  expect(creditsIn(text)).toEqual([
    { standardEntryClass: 'PPD', code: '22', cents: received.replace(/\D/g, '') },
  ])
  await product.operate('clock', 'next-banking-day')
  await product.operate('settle', 'run', '--portfolio', String(portfolioId))
  expect(await statusOf(loanNo)).toBe(202)
  const moves = await product.rows<{ to_status: number }>(
    'select to_status from loan_history where loan_no = $1 order by sequence',
    [loanNo],
  )
  expect(moves.slice(-2).map(({ to_status: status }) => status)).toEqual([201, 202])
  const postings = await product.rows<{ lines: number; sum: string }>(
    'select count(*)::int as lines, sum(amount)::text as sum from ledger_entries where loan_no = $1 group by sequence',
    [loanNo],
  )
  expect(postings).toHaveLength(2)
  for (const { lines, sum } of postings) expect([lines >= 2, Number(sum)]).toEqual([true, 0])
}

/** Entry details of a file by the columns of the published layout. */
function creditsIn(text: string) {
  const records = text.split(/\r?\n/)
  const standardEntryClass = records.find((record) => record.startsWith('5'))?.slice(50, 53)
  return records
    .filter((record) => record.startsWith('6'))
    .map((record) => ({
      standardEntryClass,
      code: record.slice(1, 3),
      cents: String(Number(record.slice(29, 39))),
    }))
}

async function expectHome(page: Page, { firstPayment }: AgreedPlan): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Your loan', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Next payment', exact: true })).toBeVisible()
  await expect(page.getByText(firstPayment, { exact: true })).toBeVisible()
}

async function statusOf(loanNo: string): Promise<number | undefined> {
  const [loan] = await product.rows<{ status: number }>('select status from loans where loan_no = $1', [
    loanNo,
  ])
  return loan?.status
}

async function lifeOf(loanNo: string): Promise<string[]> {
  const rows = await product.rows<{ to_status: number; to_sub_status: string | null }>(
    'select to_status, to_sub_status from loan_history where loan_no = $1 order by sequence',
    [loanNo],
  )
  return rows.map(({ to_status, to_sub_status }) =>
    [to_status, to_sub_status].filter((part) => part !== null).join(' '),
  )
}
