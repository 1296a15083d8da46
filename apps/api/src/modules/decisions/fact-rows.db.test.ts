import { checkCollectionStatusCall, listSectionCall } from '@dolphin/contract/applications'
import { calculateQualifiedAmountCall, checkBlackListCall } from '@dolphin/contract/decisions'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import { moveIbvStatus } from '@dolphin/database/verification/ibv-repository'
import { AccountStatus } from '@dolphin/domain/identity/codes'
import { TrackerStep, LoanStatus } from '@dolphin/domain/loans/codes'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { linkBank, openBankLink } from '../../testing/bank-links.ts'
import { type AppliedLoan, applyForLoan, askAmount } from '../../testing/offers.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Puts an earlier loan of the customer on the books, in the state that a test needs. */
async function earlierLoan(
  { client }: AppliedLoan,
  { loanNo, status, subStatus = null }: { loanNo: string; status: number; subStatus?: string | null },
): Promise<void> {
  const at = new Date(api.clock.now().getTime() - 200 * DAY_MS)
  // The one open loan of a customer is a rule of the database; an older one may only be there beside it by an import.
  await api.database.transaction(async (tx) => {
    await tx.execute(sql`drop index if exists loans_one_open_per_customer`)
    await tx.execute(sql`insert into loans (portfolio_id, customer_key, loan_no, application_no, open_id, status,
      sub_status, created_at, updated_at) values (118, ${client.openId}, ${loanNo}, ${`A-${loanNo}`}, ${client.openId},
      ${status}, ${subStatus}, ${at.toISOString()}, ${at.toISOString()})`)
  })
}

const setLoan = (loanNo: string, status: number, subStatus: string | null) =>
  api.database.db.execute(
    sql`update loans set status = ${status}, sub_status = ${subStatus} where loan_no = ${loanNo}`,
  )

test('another loan here counts while it is open, and not when its row says that it is paid off', async () => {
  const open = await applyForLoan(api)
  await earlierLoan(open, { loanNo: '118-9000001', status: LoanStatus.processing })
  expect((await askAmount(open)).reasons.map(({ code }) => code)).toEqual(['openLoanHere'])
  const paid = await applyForLoan(api)
  await earlierLoan(paid, { loanNo: '118-9000002', status: LoanStatus.processing })
  await setLoan('118-9000002', 206, 'paidOff')
  const answer = await askAmount(paid)
  expect(answer).toMatchObject({ result: 1 })
  expect(answer.why?.bounds.map(({ code }) => code)).toContain('ladder')
})

test('a loan in collection declines, and check-collection-status says the same of the same row', async () => {
  const applied = await applyForLoan(api)
  await earlierLoan(applied, { loanNo: '118-9000003', status: LoanStatus.collecting, subStatus: 'notified' })
  const collectionStatus = () => applied.client.ask(checkCollectionStatusCall, { body: {} })
  expect(await collectionStatus()).toMatchObject({
    inCollection: true,
    loanNo: '118-9000003',
    daysOverdue: 0,
  })
  expect((await askAmount(applied)).reasons.map(({ code }) => code)).toContain('inCollection')
  await setLoan('118-9000003', 206, 'paidOff')
  expect(await collectionStatus()).toMatchObject({ inCollection: false })
})

test('the black list is the row of the account: frozen blocks the decision and check-black-list (domain.md §6)', async () => {
  const applied = await applyForLoan(api)
  const blocked = async () => (await applied.client.ask(checkBlackListCall, {})).blocked
  expect(await blocked()).toBe(false)
  const owner = { portfolioId: 118, openId: applied.client.openId }
  await api.database.db.execute(
    sql`update customers set account_status = ${AccountStatus.frozen} where open_id = ${owner.openId}`,
  )
  expect((await findCustomer(api.database.db, api.deps.cipher, owner))?.accountStatus).toBe(-3)
  expect(await blocked()).toBe(true)
  expect(await askAmount(applied)).toMatchObject({ result: 3, subStatus: 'blocked', reasons: [] })
})

test('while a newer bank is being read nothing is decided on the older report: 202, then the answer (product.md §4)', async () => {
  const applied = await applyForLoan(api, { bankUser: 'user_low_income' })
  expect(await askAmount(applied)).toMatchObject({ notification: 203, verificationTriesLeft: 2 })
  const { client, loanNo, applicationNo } = applied
  const { requestCode } = await openBankLink(api, client, loanNo)
  const move = (from: IbvStatus, to: IbvStatus) =>
    moveIbvStatus(api.database.db, { portfolioId: 118, requestCode }, { from: [from], to }, api.clock.now())
  const list = () => client.ask(listSectionCall, { query: { applicationNo } })
  expect(await list()).toMatchObject({ verificationTriesLeft: 2, reasons: [{ code: 'incomeTooLow' }] })
  expect(await move(IbvStatus.notStarted, IbvStatus.inProgress)).toBe(true)
  expect(await list()).toMatchObject({ verificationTriesLeft: 1 })
  const waiting = await askAmount(applied)
  expect(waiting).toMatchObject({
    result: 3,
    notification: 202,
    loanStatus: LoanStatus.initializing,
    reasons: [],
    trackerStep: TrackerStep.applicationSubmitted,
  })
  await move(IbvStatus.inProgress, IbvStatus.accountError)
  expect(await askAmount(applied)).toMatchObject({ notification: 203 })
  expect(await list()).toMatchObject({ noiaSituations: [201, 204], reasons: [{ code: 'incomeTooLow' }] })
  await linkBank(api, client, loanNo)
  expect(await list(), 'of another account than the one that is linked now').toMatchObject({
    noiaSituations: [201],
    reasons: [],
  })
  expect(await askAmount(applied)).toMatchObject({ result: 1, notification: null })
})

test('a fourth bank link in 30 days is refused, and the page knew: none left (domain.md §6)', async () => {
  const applied = await applyForLoan(api, { bankUser: 'user_low_income' })
  const { client, loanNo, applicationNo } = applied
  await linkBank(api, client, loanNo, { username: 'user_low_income' })
  await linkBank(api, client, loanNo, { username: 'user_low_income' })
  expect(await client.ask(listSectionCall, { query: { applicationNo } })).toMatchObject({
    verificationTriesLeft: 0,
  })
  await expect(openBankLink(api, client, loanNo)).rejects.toThrow()
  const answer = await client.call(calculateQualifiedAmountCall, { body: { applicationNo } })
  expect(answer).toMatchObject({ code: 1, data: { verificationTriesLeft: 0 } })
})
