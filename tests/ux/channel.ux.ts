import { expect, test } from '@playwright/test'
import { newBorrower } from '../journeys/borrower.ts'
import { createAccount } from '../journeys/pages/account.ts'
import { signLoan } from '../journeys/pages/funding.ts'
import { PORTFOLIOS, Product } from '../journeys/product.ts'

const [portfolio] = PORTFOLIOS

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

test('without the channel a borrower links the bank, signs and is led home all the same (ux.md "Live events")', async ({
  page,
}) => {
  let tries = 0
  await page.routeWebSocket(/\/channel\//, async (socket) => {
    tries += 1
    await socket.close({ code: 1011 })
  })
  const loanNo = await signLoan({ product, portfolio, page, borrower: newBorrower(portfolio) })
  expect(loanNo).toMatch(/^118-\d{7}$/)
  expect(tries).toBeGreaterThan(0)
})

test('a channel that has gone silent is given up after 60 s and taken up again; a beat goes out every 30 s (product.md §9)', async ({
  page,
}) => {
  await page.clock.install()
  const sent: string[] = []
  let connections = 0
  await page.routeWebSocket(/\/channel\//, (socket) => {
    connections += 1
    const connection = connections
    socket.onMessage((message) => sent.push(`${connection} ${String(message)}`))
    socket.send(JSON.stringify({ kind: 'welcome' }))
    if (connections > 1) return
    socket.send(JSON.stringify({ ticket: 3003, id: '41', data: { messageNo: 'm-1' } }))
  })
  await createAccount({ product, portfolio, page, borrower: newBorrower(portfolio) })
  await expect.poll(() => sent.some((frame) => frame.includes('"authenticate"'))).toBe(true)
  await expect(page.getByRole('status').filter({ hasText: 'You have a new message from us.' })).toBeAttached()
  await page.clock.runFor(31_000)
  await expect.poll(() => sent.filter((frame) => frame === '1 {"kind":"heartbeat"}').length).toBe(1)
  await page.clock.runFor(32_000)
  // From here on time runs by itself: the first retry comes within 3 s
  await expect.poll(() => connections).toBeGreaterThan(1)
  await expect
    .poll(() => sent.some((frame) => !frame.startsWith('1 ') && frame.includes('"lastTicketId":"41"')))
    .toBe(true)
})
