import {
  cancelChangeCall,
  listChangeCall,
  payFixedAmountCall,
  payOffCall,
  payOffInNCall,
  requestChangeCall,
} from '@dolphin/contract/servicing-changes'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { effort } from '@dolphin/testkit/effort'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, composeApi } from '../../compose.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { type createCustomer, openBrowser, storeCustomer } from '../../testing/customers.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { moneyDays } from '../../testing/money-days.ts'
import { moneyViolations } from '../../testing/money-invariants.ts'
import { type SignedLoan, signLoan } from '../../testing/signed-loans.ts'
import type { TestClient } from '../../testing/test-client.ts'

/** The embedded database has one session, so that a race on it is one of requests only: fewer loans show it. */
const LOANS = process.env['TEST_DATABASE'] === 'postgresql' ? effort({ usual: 20, full: 200 }) : 20
/** Borrowers that act in the same moment. */
const AT_ONCE = 20

let api: TestApi
/** One node lets the changes of a loan wait for each other by itself; between two only the database does. */
let otherNode: Api
let loans: SignedLoan[]

beforeAll(async () => {
  api = await startTestApi()
  otherNode = await composeApi(api.deps)
  await otherNode.app.ready()
  const customer: typeof createCustomer = (_, whom) => storeCustomer(api, whom)
  loans = []
  for (let made = 0; made < LOANS; made += AT_ONCE)
    loans.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => signLoan(api, { customer })))))
  const days = moneyDays(api)
  await days.batch('2026-03-03')
  await days.settle('2026-03-04')
  await liveOn(api, '2026-03-04T10:00:00-05:00')
}, 300_000)
afterAll(async () => {
  await otherNode.app.close()
  await otherNode.jobs.stop()
  await api.close()
})

const { ach: paymentMode } = PaymentMode
const mode = FormActionMode.save
const date = '2026-03-06'

/** What a call that came through is answered with. */
const DONE = 1

type Answered = Promise<{ readonly code: number }>

const payOff = (client: TestClient, loanNo: string): Answered =>
  client.call(payOffCall, { body: { loanNo, mode, paymentMode, date } })
const payDown = (client: TestClient, loanNo: string): Answered =>
  client.call(requestChangeCall, {
    params: { changeTypeCode: '103' },
    body: { loanNo, mode, amount: '50.00', date, paymentMode },
  })
const payFixedAmount = (client: TestClient, loanNo: string): Answered =>
  client.call(payFixedAmountCall, { body: { loanNo, mode, amount: '150.00', paymentMode } })
const payOffInFive = (client: TestClient, loanNo: string): Answered =>
  client.call(payOffInNCall, { body: { loanNo, mode, number: 5, paymentMode } })

/** Takes back whatever is open just now. */
async function cancel(client: TestClient, loanNo: string): Answered {
  const { changes } = await client.ask(listChangeCall, { query: { loanNo } })
  const open = changes.find(({ status }) => status === 'open')
  if (open === undefined) return { code: DONE }
  return await client.call(cancelChangeCall, { params: { changeNo: open.changeNo }, body: {} })
}

const SAVES = [payOff, payDown, payFixedAmount, payOffInFive]

/** One borrower at two browsers, each on a node of its own: all four saves at once in an order of their own; what came through is taken back. */
async function race({ client, loanNo }: SignedLoan, turn: number): Promise<number[]> {
  const browser = await openBrowser(api, { portfolioId: client.portfolioId, openId: client.openId })
  const other = browser.through(otherNode.app)
  const browsers = [client, other]
  const answers = SAVES.map((_, index) => {
    const save = SAVES[(index + turn) % SAVES.length] ?? payOff
    return save(browsers[index % browsers.length] ?? client, loanNo)
  })
  const canceled = Promise.race(answers).then(() => cancel(other, loanNo))
  const told = await Promise.all([...answers, canceled])
  // Where nothing came after what was taken back, the borrower asks again, so that the batch has something.
  const last = await (SAVES[turn % SAVES.length] ?? payOff)(client, loanNo)
  return [...told, last].map(({ code }) => code)
}

/** What one may be told who came too late; anything else is a fault. */
const TOLD: readonly number[] = [
  DONE,
  ...(['changeAlreadyOpen', 'changeNotCancelable', 'quoteOutdated'] as const).map(
    (name) => RESPONSE_CODES[name].code,
  ),
]

async function openChanges(): Promise<ReadonlyMap<string, number>> {
  const { rows } = await api.database.db.execute<{ loan_no: string; open: number }>(sql`
    select loan_no, count(*)::integer as open from loan_changes where status = 'open' group by loan_no`)
  return new Map(rows.map(({ loan_no: loanNo, open }) => [loanNo, open]))
}

test(`changes of ${LOANS} loans race: one is open for each, and every invariant is whole (issue 4, point 5)`, async () => {
  const codes: number[] = []
  for (let from = 0; from < LOANS; from += AT_ONCE) {
    const some = loans.slice(from, from + AT_ONCE)
    const told = await Promise.all(some.map((loan, index) => race(loan, from + index)))
    codes.push(...told.flat())
  }
  expect(codes.filter((code) => !TOLD.includes(code))).toEqual([])
  const open = await openChanges()
  expect(loans.filter(({ loanNo }) => open.get(loanNo) !== 1)).toEqual([])
  const days = moneyDays(api)
  await days.batch('2026-03-05')
  await days.settle('2026-03-06')
  await days.announce('2026-03-06')
  await days.batch('2026-03-12')
  await days.settle('2026-03-13')
  await days.settle('2026-03-17')
  expect(await moneyViolations(api.deps, api.database.db)).toEqual([])
}, 300_000)
