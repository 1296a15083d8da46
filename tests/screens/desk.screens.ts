import { expect, test } from '@playwright/test'
import { newBorrower } from '../journeys/borrower.ts'
import { Employee } from '../journeys/pages/desk.ts'
import { receiveMoney, signLoan } from '../journeys/pages/funding.ts'
import { PORTFOLIOS, Product } from '../journeys/product.ts'
import { deskShot } from './shot.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

const [portfolio] = PORTFOLIOS

test('the lender’s desk: every page of its menu, and a customer’s file', async ({ browser, page }) => {
  const visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
  await product.operate('login', '--demo', 'Zora Lender')
  const loanNo = await signLoan(visit)
  await receiveMoney(visit)
  const open = (name: string) => Employee.open(product, browser, name)
  const [ada, corinne, theo] = await Promise.all(
    ['Ada Administrator', 'Corinne Compliance', 'Theo Lead'].map(open),
  )
  if (ada === undefined || corinne === undefined || theo === undefined) throw new Error('three are open')
  // The first login of each enrolls them.
  for (const { name } of [ada, corinne]) await product.operate('login', '--demo', name)
  await enterMoney(loanNo)
  await takeSignIn(ada)
  await takePeople(ada, corinne, browser)
  await takeApprovals(theo)
  await takeCustomer(theo, loanNo)
  await takeMirror(theo, visit.borrower.firstName)
  for (const [place, heading] of [
    ['/work', 'Work'],
    ['/reviews', 'Reviews'],
    ['/statements', 'Statements'],
    ['/messages', 'Messages'],
    ['/money', 'Money'],
    ['/coupons', 'Coupons'],
  ] as const)
    await takePage(theo, place, heading)
  await takePage(corinne, '/data-requests', 'Data requests')
  await takePage(corinne, '/legal-holds', 'Legal holds')
  await takePage(ada, '/system', 'System')
})

/** A page as it stands once its lists are read. */
async function takePage(who: Employee, place: string, heading: string): Promise<void> {
  await who.goTo(place)
  await expect(who.page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await who.page.waitForLoadState('networkidle')
  await deskShot(who.page, place.slice(1))
}

/** What waits for a second person: money that came by mail, entered by three. */
async function enterMoney(loanNo: string): Promise<void> {
  for (const [who, amount, mode, note] of [
    ['Casey Cash', '40.00', 'moneyOrder', 'By mail, opened by two of us'],
    ['Sofia Support', '25.00', 'personalCheck', 'Check 1042, sent with a letter'],
    ['Theo Lead', '15.00', 'moneyOrder', 'At the counter'],
  ] as const) {
    await product.operate('login', '--demo', who)
    await product.operate('post', loanNo, 'receipt', '--amount', amount, '--mode', mode, '--note', note)
  }
}

async function takeSignIn(ada: Employee): Promise<void> {
  await ada.goTo('/sign-in')
  await ada.sees('Ada Administrator')
  await deskShot(ada.page, 'sign-in')
}

/** One invites and another confirms; the newcomer comes in with a phone, and looks at the account. */
async function takePeople(
  ada: Employee,
  corinne: Employee,
  browser: Parameters<typeof Employee.open>[1],
): Promise<void> {
  await ada.demonstrate()
  await corinne.demonstrate()
  const nora = await Employee.open(product, browser, 'Nora Castell', { isSynced: true })
  const code = await ada.invite(nora.name, 'Team lead', '1000.00')
  await corinne.confirm(new RegExp(nora.name))
  await nora.enroll({ link: await corinne.takeLink(), code })
  await nora.signIn()
  await nora.choose('My account')
  await nora.sees('synced')
  await deskShot(nora.page, 'account')
  await ada.invite('Owen Brandt', 'Cash')
  await ada.press('Nora Castell')
  await deskShot(ada.page, 'people')
}

async function takeApprovals(theo: Employee): Promise<void> {
  await theo.demonstrate()
  await theo.sees(/Money received/)
  await deskShot(theo.page, 'today')
  await theo.goTo('/approvals')
  await deskShot(theo.page, 'approvals')
  await theo.page.getByRole('link', { name: /40\.00/ }).click()
  await theo.sees('What changes')
  await deskShot(theo.page, 'approval')
}

/** Found by the number of the loan; the file, and its schedule. */
async function takeCustomer(theo: Employee, loanNo: string): Promise<void> {
  await theo.page.keyboard.press('Control+k')
  await theo.page.keyboard.type(loanNo)
  await theo.page.keyboard.press('Enter')
  await theo.sees(/Read as loan number/)
  await deskShot(theo.page, 'find')
  await theo.goTo(`/customers/${loanNo}`)
  await theo.sees('Next payment')
  await deskShot(theo.page, 'customer')
  await theo.page.getByRole('link', { name: 'Schedule' }).click()
  await theo.sees('Balance after')
  await deskShot(theo.page, 'customer-schedule')
  for (const tab of ['Acts', 'Ledger', 'Decision']) {
    await theo.page.getByRole('link', { name: tab, exact: true }).click()
    await theo.page.waitForLoadState('networkidle')
    await deskShot(theo.page, `customer-${tab.toLowerCase()}`)
  }
  await theo.page.getByRole('link', { name: 'Acts', exact: true }).click()
  await theo.press('Suspend')
  await theo.sees('No payment is taken until the loan is cured')
  await deskShot(theo.page, 'customer-act')
}

/** What the customer sees, in a tab of its own. */
async function takeMirror(theo: Employee, firstName: string): Promise<void> {
  await theo.page.reload()
  await theo.press('See what the customer sees')
  await theo.fill('Why you look', 'Asked where the next payment stands')
  const opened = theo.page.context().waitForEvent('page')
  await theo.press('Open the view')
  const view = await opened
  await expect(
    view.frameLocator('iframe').getByRole('heading', { name: new RegExp(firstName) }),
  ).toBeVisible()
  await deskShot(view, 'mirror')
  await view.close()
}
