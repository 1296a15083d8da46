import { type Browser, expect, type Page, test } from '@playwright/test'
import { newBorrower, type Screenful } from './borrower.ts'
import {
  beginAsGuest,
  createAccount,
  finishAccount,
  proveIdentity,
  signInWithCode,
  type Visit,
} from './pages/account.ts'
import {
  answerStart,
  applyUpToBank,
  askForAmount,
  beginApplication,
  chooseBank,
  linkBank,
  SECTION_HEADINGS,
  typeSection,
  visitBank,
} from './pages/application.ts'
import { expectAnswers, expectHeading, fillIn, goOn, linkTo, press } from './pages/form.ts'
import { OFFER } from './pages/plan.ts'
import { PORTFOLIOS, Product } from './product.ts'

const [portfolio] = PORTFOLIOS

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

const aVisit = (page: Page): Visit => ({ product, portfolio, page, borrower: newBorrower(portfolio) })

const otherDevice = async (browser: Browser, visit: Visit): Promise<Visit> => ({
  ...visit,
  page: await (await browser.newContext()).newPage(),
})

/** Asks for the link that the account step of guidance sends. */
async function linkFromGuidance({ page, borrower }: Visit): Promise<string> {
  await page.goto(product.address(portfolio, '/guidance'))
  await answerStart(page)
  await page.getByLabel('Email').fill(borrower.email)
  await press(page, 'Send link')
  await expectHeading(page, 'Check your email')
  return (await product.mail(borrower.email, 'createAccountLink')).links[0] ?? ''
}

test('the mailed link on another device asks the start again; what is kept there is on the first device, too', async ({
  page,
  browser,
}) => {
  const visit = aVisit(page)
  const link = await linkFromGuidance(visit)
  const phone = await otherDevice(browser, visit)
  await finishAccount(phone, link)
  await answerStart(phone.page)
  await expectHeading(phone.page, SECTION_HEADINGS.personal)
  const [names = []] = visit.borrower.sections.personal
  await fillIn(phone.page, names)
  await goOn(phone.page)
  await expectHeading(phone.page, 'Your address')
  await phone.page.context().close()

  await page.goto(product.address(portfolio, '/sign-in'))
  await signInWithCode(visit)
  await expectHeading(page, /Hello/)
  await linkTo(page, 'Continue')
  await expectHeading(page, 'Your address')
  await expect(page.getByLabel('State')).toHaveValue('UT')
  await expect(page.getByLabel('ZIP Code')).toHaveValue('84101')
})

/** In another state of the portfolio than the start said. */
const ELSEWHERE: Screenful = [
  { label: 'Street Address', as: 'typed', value: '7 Sample Street' },
  { label: 'City', as: 'typed', value: 'Las Vegas' },
  { label: 'State', as: 'chosen', value: 'Nevada' },
  { label: 'ZIP Code', as: 'typed', value: '89101' },
]

test('an address in another state than the start said is what counts, up to the offer', async ({ page }) => {
  const visit = aVisit(page)
  await createAccount(visit)
  await beginApplication(page)
  const [names = []] = visit.borrower.sections.personal
  await fillIn(page, names)
  await goOn(page)
  await expectHeading(page, 'Your address')
  await expectAnswers(page, [{ label: 'State', as: 'chosen', value: 'Utah' }])
  await fillIn(page, ELSEWHERE.slice(0, 3))
  await goOn(page)
  await expect(page.getByText('This ZIP code is in another state.')).toBeVisible()
  await fillIn(page, ELSEWHERE.slice(3))
  await goOn(page)
  await linkBank(page, 'user_good')
  await askForAmount(page)
  await expectHeading(page, OFFER)
})

test('linked first, withdrawn, begun again: what was confirmed stands there, and the bank is chosen in advance', async ({
  page,
}) => {
  const visit = aVisit(page)
  await createAccount(visit)
  await applyUpToBank(page, visit.borrower)
  await linkBank(page, 'user_good')
  await askForAmount(page)
  await expectHeading(page, OFFER)
  await page.goto(product.address(portfolio, '/home'))
  await press(page, 'Withdraw my application')
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, withdraw it' }).click()
  await expectHeading(page, /Hello/)
  // The amount that was found stays on offer
  await linkTo(page, 'See your offer')
  await expect(page).toHaveURL(/\/loan-agreement$/)
  await expectHeading(page, 'Apply for a new loan')
  await expect(page.getByText('Sample Works Inc')).toBeVisible()
  for (const part of await page.getByLabel(/: still right$/).all()) await part.check()
  await goOn(page)
  await expectHeading(page, SECTION_HEADINGS.IBV)
  const remembered = page.getByRole('radio', { name: 'Sandbox Community Bank' })
  await expect(remembered).toBeChecked()
  await expect(remembered).toHaveAccessibleName(/You used this before · ••2333/)
  await press(page, 'Continue')
  await visitBank(page, 'user_good')
  await askForAmount(page)
  await expectHeading(page, OFFER)
})

test('a guest is stopped before the offer, whatever the address says; with an account the offer is next', async ({
  page,
}) => {
  const visit = aVisit(page)
  const resource = await beginAsGuest(visit)
  await linkBank(page, 'user_good')
  await askForAmount(page)
  const gate = /^Good news: you can borrow up to \$/
  await expectHeading(page, gate)
  for (const section of ['loanDetail', 'paymentSchedule', 'paymentFee']) {
    await page.goto(product.address(portfolio, `/application/${resource}?section=${section}`))
    await expectHeading(page, gate)
  }
  await expect(page.getByLabel('Email')).toHaveValue(visit.borrower.email)
  await press(page, 'Send me the link')
  await expectHeading(page, 'Check your email')
  await finishAccount(visit, (await product.mail(visit.borrower.email, 'createAccountLink')).links[0] ?? '')
  await expectHeading(page, 'Add your application to your account')
  await proveIdentity(visit)
  await expectHeading(page, OFFER)
})

test('two tabs: one application is made, and what one tab does the other learns, losing nothing', async ({
  page,
}) => {
  test.setTimeout(360_000)
  const visit = aVisit(page)
  await createAccount(visit)
  await beginApplication(page)
  const second = await page.context().newPage()
  await second.goto(page.url())
  await typeSection(page, visit.borrower, 'personal')
  await typeSection(second, visit.borrower, 'personal')
  await goOn(page)
  await expectHeading(page, SECTION_HEADINGS.IBV)
  await goOn(second)
  await expect(second.getByRole('dialog')).toContainText('You already have an open application')
  await second.goto(product.address(portfolio, '/guidance'))
  await expectHeading(second, SECTION_HEADINGS.IBV)

  await chooseBank(second)
  await visitBank(second, 'user_good')
  await expectHeading(second, 'Is this right?')
  await expectHeading(page, 'Your bank account is linked')
  await goOn(page)
  await expectHeading(page, 'Is this right?')
  await askForAmount(second)
  await expectHeading(second, OFFER)
  await askForAmount(page)
  const changed = page.getByRole('dialog')
  await expect(changed).toContainText('This was changed elsewhere in the meantime.')
  await changed.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible()
})
