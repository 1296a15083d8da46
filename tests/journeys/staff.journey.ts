import { expect, test } from '@playwright/test'
import { newBorrower } from './borrower.ts'
import { Employee, type Invitation } from './pages/desk.ts'
import { receiveMoney, signLoan } from './pages/funding.ts'
import { PORTFOLIOS, Product } from './product.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

const [portfolio] = PORTFOLIOS

/** The operations secret invites one of the first two: both halves are in one hand, this once. */
async function inviteFirst(name: string): Promise<Invitation> {
  const email = `${name.replaceAll(' ', '.').toLowerCase()}@desk.example`
  const text = await product.operate('administrator', 'invite', '--name', name, '--email', email)
  const [, link = ''] = /Open (\S+)/.exec(text) ?? []
  const [, code = ''] = /Code: (\S+)/.exec(text) ?? []
  return { link, code }
}

test('from the first administrators to a refund by two people, and a suspension', async ({
  browser,
  page,
}) => {
  test.setTimeout(360_000)
  const open = (name: string) => Employee.open(product, browser, name)
  const [grace, victor, owen, nora] = await Promise.all([
    open('Grace Holm'),
    open('Victor Sable'),
    open('Owen Brandt'),
    open('Nora Castell'),
  ])
  /** A command that releases money prints a link of the desk and waits: its employee touches a passkey there. */
  const touched = async (command: readonly string[]): Promise<string> => {
    const said = product.operate(...command)
    const waiting = () =>
      product.rows<{ touch_no: string }>('select touch_no from employee_touches where touched_at is null')
    await expect.poll(async () => (await waiting()).length).toBe(1)
    const [touch] = await waiting()
    await owen.goTo(`/touch/${touch?.touch_no}`)
    await owen.sees('Your passkey signs exactly this, and nothing else:')
    await owen.expectAccessible()
    await owen.press('Touch for the terminal')
    await owen.sees(/^Touched\. /)
    return await said
  }
  await test.step('the first two administrators, each with a passkey', async () => {
    for (const administrator of [grace, victor]) {
      await administrator.enroll(await inviteFirst(administrator.name))
      await administrator.expectAccessible()
    }
  })
  const loanNo = await test.step('days later a borrower has a loan', async () => {
    await product.operate('login', '--demo', 'Journey Lender')
    const visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
    const signed = await signLoan(visit)
    await receiveMoney(visit)
    return signed
  })
  await test.step('one invites, the other confirms by passkey, and both halves let the new ones in', async () => {
    await grace.signIn()
    await victor.signIn()
    for (const [newcomer, role, limit] of [
      [owen, 'Cash', undefined],
      [nora, 'Team lead', '500.00'],
    ] as const) {
      const code = await grace.invite(newcomer.name, role, limit)
      await victor.confirm(new RegExp(newcomer.name))
      await newcomer.enroll({ link: await victor.takeLink(), code })
      await newcomer.signIn()
    }
    await grace.expectAccessible()
  })
  await test.step('a passkey of today neither confirms nor releases money: a day later two of them do', async () => {
    for (const newcomer of [owen, nora]) {
      await newcomer.addSecondKey()
      await newcomer.expectAccessible()
    }
    await product.rows(`update employee_factors set made_at = made_at - interval '2 days'`)
    // A key signs for money in no session that made it.
    for (const newcomer of [owen, nora]) {
      await newcomer.press('Sign out')
      await newcomer.signIn()
    }
  })
  await test.step('one enters a receipt, then a refund, at the terminal that the desk let in', async () => {
    await owen.choose('Terminal')
    await owen.sees('The terminal shows a code')
    await owen.expectAccessible()
    await product.logIn(async (code) => {
      await owen.fill('Code of the terminal', code)
      await owen.press('Show the terminal')
      await owen.sees('It asks from the address')
      await owen.expectAccessible()
      await owen.press('Touch and let it in')
      await owen.sees('is in')
    })
    expect(await product.operate('whoami')).toContain('Owen Brandt')
    const receipt = ['post', loanNo, 'receipt', '--amount', '40.00', '--mode', 'moneyOrder']
    expect(await touched(receipt)).toContain('waits for a colleague')
    await nora.confirm(/Money received/, '40.00')
    await nora.sees(/^Confirmed and carried out/)
    const refund = ['refund', loanNo, '--code', '305', '--amount', '12.50']
    expect(await touched(refund)).toContain('waits for a colleague')
  })
  await test.step('who entered it cannot confirm it', async () => {
    await owen.goTo('/approvals?tab=mine')
    await owen.page.getByRole('link', { name: /Refund/i }).click()
    await owen.sees('You entered it. A colleague confirms it.')
    await expect(owen.page.getByRole('button', { name: 'Confirm with passkey' })).toHaveCount(0)
  })
  await test.step('a colleague confirms it at the desk', async () => {
    await nora.confirm(/Refund/i, '12.50')
    await nora.sees(/^Confirmed and carried out/)
    await nora.goTo('/approvals?tab=answered')
    await nora.page.getByRole('link', { name: /Refund/i }).click()
    await nora.sees('As entered')
    await nora.expectAccessible()
    const approvals = await product.rows<{ state: string }>(
      `select state from approvals where kind = 'posting'`,
    )
    expect(approvals).toEqual([{ state: 'confirmed' }, { state: 'confirmed' }])
  })
  await test.step('everyone sees their own passkeys and sessions', async () => {
    await owen.choose('My account')
    await owen.sees('Blue key')
    await owen.sees(/^Terminal /)
    await owen.expectAccessible()
  })
  await test.step('a suspension ends the terminal, the session and the way in', async () => {
    await grace.choose('People')
    await grace.press('Owen Brandt')
    await grace.press('Suspend')
    await grace.fill('Note', 'The laptop is lost')
    await grace.page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click()
    await grace.sees('Owen Brandt is suspended.')
    await expect(product.operate('whoami')).rejects.toThrow(/Sign in again/)
    await owen.choose('Terminal')
    await owen.fill('Code of the terminal', '00000-00000')
    await owen.press('Show the terminal')
    await owen.sees('Your session is over')
    await owen.press('Sign in with a passkey')
    await owen.sees(/^This sign-in did not work/)
    await owen.expectAccessible()
  })
})
