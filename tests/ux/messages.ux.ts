import { expect, test } from '@playwright/test'
import { newBorrower } from '../journeys/borrower.ts'
import { createAccount, type Visit } from '../journeys/pages/account.ts'
import { expectAccessible } from '../journeys/pages/accessible.ts'
import { expectHeading, linkTo, press } from '../journeys/pages/form.ts'
import { PORTFOLIOS, Product } from '../journeys/product.ts'

const [portfolio] = PORTFOLIOS
const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
  await product.operate('login', '--demo', 'Message Reader')
})
test.afterAll(() => product.stop())

test('a borrower writes, the lender answers from a terminal, the open page shows it', async ({ page }) => {
  const visit: Visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
  await createAccount(visit)
  await linkTo(page, 'Messages')
  await expectHeading(page, 'Messages')
  await linkTo(page, /^Your account/)
  const room = page.getByRole('region', { name: 'Messages about: Your account' })
  await expect(room.getByRole('heading', { name: 'Your account' })).toBeVisible()

  await test.step('an empty message is refused where it stands', async () => {
    await press(page, 'Send message')
    await expect(page.getByRole('alert').or(page.getByText('There is a problem')).first()).toBeVisible()
    await expect(page.getByText("Message can't be empty").first()).toBeVisible()
    await expect(page).toHaveTitle(/^Error: /)
  })

  const text = page.getByLabel('Your message')
  await test.step('what is typed outlives a reload and a cut network', async () => {
    await text.fill('When will my money arrive?')
    await expect
      .poll(() =>
        page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('message.account'))),
      )
      .toBe(true)
    await page.reload()
    await expect(text).toHaveValue('When will my money arrive?')
    await page.context().setOffline(true)
    await press(page, 'Send message')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(text).toHaveValue('When will my money arrive?')
    await page.context().setOffline(false)
  })

  await test.step('sent twice by a double tap, it stands once', async () => {
    await page.getByRole('button', { name: 'Send message' }).dblclick()
    await expect(room.getByText('When will my money arrive?', { exact: true })).toHaveCount(1)
    await expect(text).toHaveValue('')
  })

  const waiting = JSON.parse(await product.operate('messages', '--json')) as {
    conversations: { openId: string; waiting: number }[]
  }
  const [conversation] = waiting.conversations
  expect(waiting.conversations).toHaveLength(1)
  expect(conversation?.waiting).toBe(1)

  await test.step('the answer arrives without a touch, and the lender sees that it was opened', async () => {
    const openId = conversation?.openId ?? ''
    await product.operate('messages', 'answer', openId, '--text', 'On Friday, by noon.')
    await expect(room.getByText('On Friday, by noon.')).toBeVisible()
    await expect(room.getByText(/^Seen /)).toBeVisible()
    const opened = async () => {
      const shown = JSON.parse(await product.operate('messages', 'show', openId, '--json')) as {
        messages: { from: string; readAt: string | null }[]
      }
      return shown.messages.find(({ from }) => from === 'lender')?.readAt ?? null
    }
    await expect.poll(opened).not.toBeNull()
    await product.mail(visit.borrower.email, 'messageReceived')
  })

  await test.step('list and room beside each other on a desk, one after the other on a phone', async () => {
    const history = page.getByRole('navigation', { name: 'Conversations' })
    await page.setViewportSize(DESK)
    await expect(history).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expect(history).toBeHidden()
    await expectAccessible(page)
    await linkTo(page, 'All conversations')
    await expect(history).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('from another page the menu counts what was not opened, and counts it no longer once it is', async () => {
    await linkTo(page, 'Home')
    const openId = conversation?.openId ?? ''
    await product.operate('messages', 'answer', openId, '--text', 'It has arrived.')
    const place = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: /^Messages/ })
    await expect(place).toContainText('1 unread')
    await expectAccessible(page)
    await place.click()
    await linkTo(page, /^Your account/)
    await expect(room.getByText('It has arrived.')).toBeVisible()
    await expect(place).not.toContainText('unread')
  })
})
