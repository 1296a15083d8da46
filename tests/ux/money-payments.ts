import { expect, type Page, test } from '@playwright/test'
import { signInAgain } from '../journeys/pages/account.ts'
import { expectHeading, press, RECEIPT } from '../journeys/pages/form.ts'
import { openedDocument } from '../journeys/pages/signing.ts'
import { pdfText } from '../journeys/pdf.ts'
import { answerDuring, day, dollars, figure } from './money-tables.ts'
import { portfolio, product, context, visit, loanPath, type Preview, changes } from './money-scene.ts'

/** Requests that save a change: mode 1 of the paths that move money. */
function watchSaves(page: Page): string[] {
  const saves: string[] = []
  page.on('request', (request) => {
    if (!/\/(change\/\d+|pay-off|pay-off-in-n|pay-fixed-amount)$/.test(new URL(request.url()).pathname))
      return
    const body = request.postDataJSON() as { mode?: number } | null
    if (body?.mode === 1) saves.push(request.headers()['idempotency-key'] ?? '')
  })
  return saves
}

/** From the form to the review of an extra payment. */
async function reviewExtra(page: Page, amount: string): Promise<Preview> {
  await page.goto(loanPath('&change=extra-payment'))
  await expectHeading(page, 'Make an extra payment')
  const fillAndAsk = async () => {
    await page.getByRole('textbox', { name: 'Extra amount' }).fill(amount)
    await press(page, 'See what changes')
  }
  const preview = await answerDuring<Preview>(page, '/change/103', fillAndAsk, { amount, effect: 'shorter' })
  await expectHeading(page, 'Check your change')
  return preview
}

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })

const statuses = async () => (await changes()).map(({ status }) => status)

/** Settles what is on its way, so that another change may be asked for; the borrower comes back days later. */
async function carryOut(): Promise<void> {
  const portfolioOption = ['--portfolio', String(portfolio.portfolioId)]
  await product.operate('batch', 'run', ...portfolioOption)
  for (let days = 0; days < 3; days += 1) {
    await product.operate('clock', 'next-banking-day')
    await product.operate('settle', 'run', ...portfolioOption)
  }
  await expect
    .poll(async () => (await statuses()).includes('open'), { message: 'the change is done' })
    .toBe(false)
  await signInAgain(visit)
}

export function paymentTests(): void {
  test('a payment: reviewed, named by its button, sent once by a double tap; its receipt everywhere the same', async () => {
    const { page, borrower } = visit
    const saves = watchSaves(page)
    const preview = await reviewExtra(page, '25.00')
    const single = preview.newSchedule.find(({ source }) => source === 'single')
    if (single === undefined) throw new Error('an extra payment is one debit')
    expect(saves, 'no money call before the review').toEqual([])
    expect(await figure(page, /^From$/)).toMatch(/^Your account ••\d{4}$/)
    expect(await figure(page, /^Amount$/)).toBe(dollars(single.amount))
    expect(await figure(page, /^Date$/)).toBe(day(single.dueDate))
    expect(await figure(page, /^Principal left after this$/)).toBe(dollars(single.balanceAfter))
    await expect(payButton(page)).toHaveText(`Pay $25.00 on ${day(single.dueDate)}`)
    await payButton(page).dblclick()
    await expectHeading(page, RECEIPT)
    expect(saves).toHaveLength(1)
    const [change] = await changes()
    const reference = change?.change_no ?? ''
    expect(await figure(page, /^Reference$/)).toBe(reference)
    const next = dollars(single.amount)
    const document = await pdfText(await openedDocument(page, 'Open the confirmation (PDF)'))
    expect(document).toContain(reference)
    expect(document).toContain(next)
    const mail = await product.mail(borrower.email, 'changeConfirmed')
    expect(mail.text).toContain(reference)
    expect(mail.text).toContain(next)
    await test.step('back, reload and a second tab make nothing more of it', async () => {
      await page.reload()
      await expect(page.getByText(reference)).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const second = await context.newPage()
      await second.goto(loanPath('&change=extra-payment'))
      await expectHeading(second, 'This is not possible now')
      await second.close()
      expect(await statuses()).toEqual(['open'])
      expect(saves).toHaveLength(1)
    })
  })

  test('a broken line after the tap: checking, never paying twice; it arrived, and the page finds its receipt', async () => {
    const { page } = visit
    await carryOut()
    const saves = watchSaves(page)
    await reviewExtra(page, '20.00')
    // The request reaches the server, its answer never reaches the page
    await page.route('**/change/103', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.route('**/online/change?*', (route) => route.abort('connectionreset'))
    await payButton(page).click()
    await expectHeading(page, 'We’re checking. Don’t pay again')
    await expect(page.getByText('We can’t reach our server yet.')).toBeVisible()
    await expect(page.getByRole('button', { name: /pay/i })).toHaveCount(0)
    await page.unroute('**/online/change?*')
    await page.unroute('**/change/103')
    await expectHeading(page, RECEIPT)
    const [newest] = (await changes()).toReversed()
    expect(await figure(page, /^Reference$/)).toBe(newest?.change_no)
    expect(newest?.status).toBe('open')
    expect(saves).toHaveLength(1)
    await press(page, 'Undo this change')
    await press(page, 'Yes, undo it')
    await expect.poll(async () => (await statuses()).at(-1)).toBe('cancelled')
  })

  test('a broken line before the server: nothing was changed, and what is sent again is the same act', async () => {
    const { page } = visit
    const saves = watchSaves(page)
    const known = (await changes()).length
    await reviewExtra(page, '20.00')
    await page.route('**/change/103', (route) => route.abort('connectionreset'))
    await payButton(page).click()
    await expectHeading(page, 'We’re checking. Don’t pay again')
    await expect(page.getByRole('heading', { name: 'Your change did not arrive' })).toBeVisible({
      timeout: 60_000,
    })
    expect(await changes()).toHaveLength(known)
    await page.unroute('**/change/103')
    await press(page, 'Check it again')
    await expectHeading(page, 'Check your change')
    await payButton(page).click()
    await expectHeading(page, RECEIPT)
    expect(saves).toHaveLength(2)
    expect(new Set(saves).size, 'one key for one act').toBe(1)
    expect(await changes()).toHaveLength(known + 1)
  })

  test('a reload while it is sent asks what became of it, and shows the outcome', async () => {
    const { page } = visit
    await press(page, 'Undo this change')
    await press(page, 'Yes, undo it')
    await expect.poll(async () => (await statuses()).at(-1)).toBe('cancelled')
    const known = (await changes()).length
    await reviewExtra(page, '20.00')
    let arrived = false
    await page.route('**/change/103', async (route) => {
      await route.fetch()
      arrived = true
      await new Promise((done) => setTimeout(done, 20_000))
      await route.abort().catch(() => {})
    })
    await payButton(page).click()
    await expect(page.getByRole('button', { name: 'Confirming…' })).toBeDisabled()
    await expect.poll(() => arrived).toBe(true)
    await page.reload()
    await expectHeading(page, RECEIPT)
    await page.unroute('**/change/103')
    expect(await changes()).toHaveLength(known + 1)
  })

  test('two windows with the same change: the second confirmation moves no money and says why (ux.md "Double tap")', async () => {
    const { page } = visit
    await page.goto(loanPath())
    await press(page, 'Undo this change')
    await press(page, 'Yes, undo it')
    await expect.poll(async () => (await statuses()).at(-1)).toBe('cancelled')
    const known = (await changes()).length
    const second = await context.newPage()
    await reviewExtra(page, '20.00')
    await reviewExtra(second, '20.00')
    await payButton(page).click()
    await expectHeading(page, RECEIPT)
    await payButton(second).click()
    await expect(second.getByText(/A change is open\. Undo it/)).toBeVisible()
    expect(await changes()).toHaveLength(known + 1)
    expect((await statuses()).filter((status) => status === 'open')).toHaveLength(1)
    await second.close()
  })

  test('undo holds to its cut-off: at −1 s by a countdown in the reader’s zone, at +1 s not any more', async ({
    browser,
  }) => {
    const { page } = visit
    await page.goto(loanPath())
    await press(page, 'Undo this change')
    await press(page, 'Yes, undo it')
    await expect(page.getByText(/You took it back\.|Undone\./).first()).toBeVisible()
    expect((await statuses()).at(-1)).toBe('cancelled')
    const { cutOffAt } = await reviewExtra(page, '25.00')
    await payButton(page).click()
    await expectHeading(page, RECEIPT)
    const cutOff = new Date(cutOffAt)
    const before = (seconds: number) => new Date(cutOff.getTime() - seconds * 1_000)
    await product.operate('clock', 'set', before(180).toISOString())
    const chicago = await browser.newContext({
      timezoneId: 'America/Chicago',
      storageState: { ...(await context.storageState()), origins: [] },
    })
    const late = await chicago.newPage()
    await late.clock.install({ time: before(180) })
    await signInAgain({ ...visit, page: late })
    await late.goto(loanPath())
    await expect(late.getByRole('button', { name: 'Undo this change' })).toBeVisible()
    const inChicago = new Intl.DateTimeFormat('en', {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'America/Chicago',
      timeZoneName: 'short',
    }).format(cutOff)
    await expect(late.getByText(`${inChicago}.`)).toBeVisible()
    await late.clock.pauseAt(before(1))
    await expect(late.getByText('Time left: 0:01 minutes')).toBeVisible()
    await expect(late.getByRole('button', { name: 'Undo this change' })).toBeEnabled()
    await product.operate('clock', 'set', before(-1).toISOString())
    await late.clock.runFor(2_000)
    // What the server says next is read on the page's own timers
    await late.clock.resume()
    await expect(late.getByText('You can’t undo it now')).toBeVisible()
    await expect(late.getByRole('button', { name: 'Undo this change' })).toHaveCount(0)
    expect((await statuses()).slice(-2)).toEqual(['cancelled', 'open'])
    await chicago.close()
  })
}
