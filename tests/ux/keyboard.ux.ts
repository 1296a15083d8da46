import { expect, test } from '@playwright/test'
import { NEEDED_QUESTIONS, newBorrower } from '../journeys/borrower.ts'
import { askForAccountLink, signInWithCode, signOut, type Visit } from '../journeys/pages/account.ts'
import { RECEIPT } from '../journeys/pages/form.ts'
import { SECTION_HEADINGS } from '../journeys/pages/application.ts'
import { receiveMoney } from '../journeys/pages/funding.ts'
import { codeInPdf } from '../journeys/pages/signing.ts'
import { PORTFOLIOS, Product } from '../journeys/product.ts'
import { OFFER } from '../journeys/pages/plan.ts'
import { Keyboard } from './keyboard.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
  await product.operate('login', '--demo', 'Keyboard Tester')
})
test.afterAll(() => product.stop())

const [portfolio] = PORTFOLIOS

test('the whole application, the signing and the pay-off by keyboard alone (WCAG 2.1.1, 2.1.2, 2.4.3, 2.4.7, 2.4.11)', async ({
  page,
}) => {
  test.setTimeout(600_000)
  const visit: Visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
  const keys = new Keyboard(page)
  await test.step('an account', () => createAccount(visit, keys))
  await test.step('the answers', () => apply(visit, keys))
  await test.step('the bank', () => linkBank(keys))
  await test.step('the plan', () => takePlan(keys))
  await test.step('the signature', () => sign(visit, keys))
  // Days pass; a remembered device needs no mailed code after them
  await signOut(page)
  await signInWithCode(visit)
  await expect(page.getByRole('heading', { name: /Hello/, level: 1 })).toBeVisible()
  await receiveMoney(visit)
  await test.step('the pay-off', () => payOff(visit, keys))
  expect(keys.wrong).toEqual([])
})

/** Preparing an agreement takes its time on a machine that does much else. */
const ARRIVAL_MS = 60_000

const arrived = (keys: Keyboard, name: string | RegExp) =>
  expect(keys.page.getByRole('heading', { name, level: 1 })).toBeVisible({ timeout: ARRIVAL_MS })

async function createAccount(visit: Visit, keys: Keyboard): Promise<void> {
  const { page, borrower } = visit
  await page.goto(await askForAccountLink(visit))
  await arrived(keys, 'Finish your account')
  await keys.type(page.getByLabel('New password'), borrower.password)
  await keys.type(page.getByLabel('Code from the PDF'), await codeOfSample(keys))
  const needed = page.getByRole('group', { name: 'Required' }).getByRole('checkbox')
  for (const consent of await needed.all()) await keys.tick(consent)
  await keys.press('button', 'Create account')
  await arrived(keys, /Hello/)
}

async function apply({ borrower }: Visit, keys: Keyboard): Promise<void> {
  await keys.press('link', 'Find your loan')
  await arrived(keys, 'How much do you need?')
  await keys.answer([
    { label: 'State', as: 'chosen', value: 'Utah' },
    { label: 'ZIP code', as: 'typed', value: '84101' },
  ])
  await keys.press('button', 'Continue')
  for (const section of borrower.beforeLink) {
    await arrived(keys, SECTION_HEADINGS[section])
    for (const answers of borrower.sections[section]) {
      await keys.answer(answers)
      await keys.press('button', 'Continue')
    }
  }
  await arrived(keys, SECTION_HEADINGS.IBV)
}

async function linkBank(keys: Keyboard): Promise<void> {
  const { page } = keys
  const bank = page.getByRole('radio', { name: 'Sandbox Community Bank' })
  await keys.choose(page.getByRole('radio'), bank)
  await keys.press('button', 'Continue')
  await arrived(keys, 'Sign in to your bank')
  await keys.type(page.getByLabel('User name'), 'user_good')
  await keys.type(page.getByLabel('Password'), 'pass_good')
  await keys.press('button', 'Sign in')
  await arrived(keys, 'Choose your accounts')
  await keys.press('button', 'Share and continue')
  const linked = page.getByRole('heading', { name: 'Your bank account is linked' })
  const confirm = page.getByRole('heading', { name: 'Is this right?' })
  await linked.or(confirm).waitFor()
  if (await linked.isVisible()) await keys.press('button', 'Continue')
  await arrived(keys, 'Is this right?')
  await keys.answer(NEEDED_QUESTIONS)
  await keys.press('button', 'Yes, this is right')
}

/** The amount by the slider's own keys, the plan as it stands. */
async function takePlan(keys: Keyboard): Promise<void> {
  const { page } = keys
  await arrived(keys, OFFER)
  const slider = page.getByRole('slider').first()
  await keys.tabTo(slider)
  const before = await slider.inputValue()
  await page.keyboard.press('ArrowLeft')
  expect(await slider.inputValue()).not.toBe(before)
  // The plan of the other amount is on its way; until it is there the button waits
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await keys.press('button', 'Continue')
  await arrived(keys, 'Check your loan')
  await keys.press('button', 'Read the agreement')
}

async function sign({ page, borrower }: Visit, keys: Keyboard): Promise<void> {
  await arrived(keys, 'Read your loan agreement')
  await keys.press('button', /^I have read it/)
  await arrived(keys, 'Sign your agreement')
  const yes = page.getByRole('radio', { name: /^Autopay from my account/ })
  await keys.choose(page.getByRole('group').filter({ has: yes }).getByRole('radio'), yes)
  await keys.type(page.getByLabel('Your full name'), `${borrower.firstName} ${borrower.lastName}`)
  await keys.press('button', 'Sign agreement')
  const dialog = page.getByRole('dialog', { name: 'Sign now?' })
  await keys.press('button', 'Sign now', dialog)
  await expect(page).toHaveURL(/\/home$/, { timeout: ARRIVAL_MS })
}

async function codeOfSample(keys: Keyboard): Promise<string> {
  const { page } = keys
  const answer = page.waitForResponse((response) => response.headers()['content-type'] === 'application/pdf')
  const tab = page.waitForEvent('popup')
  await keys.press('button', 'Open the PDF (new tab)')
  const code = await codeInPdf(await (await answer).body())
  await (await tab).close()
  return code
}

async function payOff({ page }: Visit, keys: Keyboard): Promise<void> {
  await page.goto(product.address(portfolio, '/repayment/loan-details'))
  await keys.press('link', /^Pay off my loan/)
  await arrived(keys, 'Pay off your loan')
  await keys.press('button', 'See what changes')
  await arrived(keys, 'Check your change')
  await keys.press('button', /^Pay \$[\d.,]+ on /)
  await arrived(keys, RECEIPT)
}
