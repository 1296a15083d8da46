import { paymentDetailCall } from '@dolphin/contract/servicing'
import { createRequestCodeCall, getRequestDetailsCall } from '@dolphin/contract/verification'
import { findLoanAccount, listLoanAccounts } from '@dolphin/database/servicing/loan-account-repository'
import { findIbvRequest } from '@dolphin/database/verification/ibv-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import type { BankAccount, BankReport } from '@dolphin/domain/verification/bank-report'
import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import { sampleReport } from '@dolphin/integrations/ibv/testing/local-vendors'
import { PlaidServer } from '@dolphin/integrations/ibv/testing/plaid-server'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dataPaths } from '../../config/config.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { lastBankFile } from '../../testing/bank-outbox.ts'
import { passBankTime } from '../../testing/bank-links.ts'
import { batchOn, liveOn, settleOn } from '../../testing/funded-loans.ts'
import { moneyDays } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { type Borrower, type SignedLoan, signLoan } from '../../testing/signed-loans.ts'

/** Numbers that the bank of the test gives for the account that ends with 2333. */
const [FIRST_TOKEN, SECOND_TOKEN] = ['900000005566', '900000007788']
const TOKEN_ROUTING = '021000021'
const UNUSED_JOB = 'close-unused-bank-links'

const plaid = new PlaidServer(sampleReport())
let api: TestApi

beforeAll(async () => {
  const address = await plaid.server.start()
  plaid.server.isKind = true
  plaid.expiration = '2026-12-01T00:00:00Z'
  api = await startTestApi({
    env: { PLAID_CLIENT_ID: 'client', PLAID_SECRET: 'secret', PLAID_BASE_URL: address },
  })
})

beforeEach(async () => {
  await resetApi(api)
  plaid.setReport(tokenized(FIRST_TOKEN))
})

afterAll(async () => {
  await api.close()
  expect(plaid.server.complaints).toEqual([])
  await plaid.server.stop()
})

/** What a bank with tokens tells: the account that the borrower typed, under a number that says nothing of it. */
function tokenized(token: string, differs: Partial<BankAccount> = {}): BankReport {
  const [account, ...others] = sampleReport().accounts
  if (account === undefined) throw new Error('the sample has an account')
  const changed = {
    ...account,
    accountNumber: token,
    routingNumber: TOKEN_ROUTING,
    tokenMask: '2333',
    ownerNames: ['JORDAN SAMPLE'],
    ...differs,
  }
  return { ...sampleReport(), accounts: [changed, ...others] }
}

/** Links the bank, as far as the report; what Plaid calls the session. */
async function link(
  client: Borrower,
  loanNo: string,
): Promise<{ id: string; requestCode: string; url: string }> {
  const { requestCode, url } = await client.ask(createRequestCodeCall, { body: { loanNo, purpose: 'IBV' } })
  const request = await findIbvRequest(api.database.db, { portfolioId: 118, requestCode })
  const id = request?.providerReference ?? ''
  plaid.link(id)
  await passBankTime(api)
  plaid.setHistory(id, 'HISTORICAL_UPDATE_COMPLETE')
  await passBankTime(api)
  return { id, requestCode, url }
}

/** A loan that is signed, with its bank linked by a token. */
async function tokenLoan() {
  let made = { id: '', requestCode: '', url: '' }
  const loan = await signLoan(api, {
    account: 'typed',
    link: async (client, loanNo) => {
      made = await link(client, loanNo)
    },
  })
  return { ...loan, linkId: made.id, requestCode: made.requestCode }
}

async function sayOf(linkId: string, code: string): Promise<void> {
  const body = JSON.stringify({
    webhook_type: 'ITEM',
    webhook_code: code,
    item_id: plaid.itemIdOf(linkId),
    environment: 'production',
    at: api.clock.now().toISOString(),
  })
  const answer = await api.app.inject({
    method: 'POST',
    url: '/webhooks/ibv/plaid',
    headers: {
      host: 'localhost:8080',
      'content-type': 'application/json',
      'plaid-verification': plaid.signature(body, api.clock.now()),
    },
    payload: body,
  })
  expect(answer.statusCode).toBe(200)
  await api.runJobs()
}

/** The debits of a day, told to the borrower before. */
async function announcedBatch(announcedOn: string, day: string): Promise<void> {
  await liveOn(api, `${announcedOn}T09:00:00-05:00`)
  await moneyDays(api).announceNow()
  await batchOn(api, day)
}

async function entriesSent() {
  const money = { ...api.deps, bank: createBankFolder(dataPaths(api.deps.config.dataDir).bank) }
  const file = await lastBankFile(money)
  return file.batches.flatMap(({ entries }) => entries)
}
/** Accounts of the entries of the last file, credits (22, 32) or debits (27, 37). */
const accountsUsed = async (side: 'credit' | 'debit') =>
  (await entriesSent())
    .filter(({ transactionCode }) => transactionCode.endsWith(side === 'credit' ? '2' : '7'))
    .map(({ routingNumber, accountNumber }) => `${routingNumber} ${accountNumber.trim()}`)
const debitsOf = async (loan: SignedLoan) =>
  (await listTransactions(api.database.db, loan)).filter(({ type }) => type === TransactionType.debit)
const itemsOf = ({ loanNo }: SignedLoan) =>
  listOpenWorkItems(api.database.db, { portfolioId: 118, kind: 'bankLinkEnded', loanNo })
const detailOf = ({ client, loanNo }: SignedLoan) => client.ask(paymentDetailCall, { query: { loanNo } })

async function runUnused(): Promise<void> {
  await api.deps.units.write(async (unit) => {
    await api.deps.jobs.send(unit, UNUSED_JOB, {})
    return { ok: true, value: undefined }
  })
  await api.runJobs()
}

test('a token is shown by its mask, pays out and debits, and its item lives on', async () => {
  const loan = await tokenLoan()
  const details = await loan.client.ask(getRequestDetailsCall, { query: { requestCode: loan.requestCode } })
  expect(details).toMatchObject({ accounts: [{ accountMasked: '••••2333', matched: true }, {}, {}] })
  expect(JSON.stringify(details)).not.toContain('5566')
  await batchOn(api, '2026-03-03')
  expect(await accountsUsed('credit')).toEqual([`${TOKEN_ROUTING} ${FIRST_TOKEN}`])
  await settleOn(api, '2026-03-04')
  expect(await findLoanAccount(api.database.db, loan)).toMatchObject({
    accountTail: '2333',
    linkRequestCode: loan.requestCode,
    validatedBy: 'bankLink',
  })
  await announcedBatch('2026-03-06', '2026-03-12')
  expect(await accountsUsed('debit')).toEqual([`${TOKEN_ROUTING} ${FIRST_TOKEN}`])
  await runUnused()
  expect(plaid.itemIdOf(loan.linkId)).toBeDefined()
})

test.each(['USER_PERMISSION_REVOKED', 'USER_ACCOUNT_REVOKED'])(
  '%s: what is with the bank stays, nothing more is debited, and a new link of the same account goes on',
  async (code) => {
    const loan = await tokenLoan()
    await batchOn(api, '2026-03-03')
    await settleOn(api, '2026-03-04')
    await announcedBatch('2026-03-06', '2026-03-12')
    const [inFlight] = await debitsOf(loan)
    await sayOf(loan.linkId, code)
    await sayOf(loan.linkId, code)
    expect(await itemsOf(loan)).toHaveLength(1)
    expect((await debitsOf(loan))[0]).toMatchObject({
      transactionNo: inFlight?.transactionNo,
      status: TransactionStatus.onBatch,
    })
    const before = await detailOf(loan)
    expect(before).toMatchObject({ linkBankAgain: true })
    expect(before.statusNotes.join()).toMatch(/link your bank again/)
    await settleOn(api, '2026-03-13')
    await settleOn(api, '2026-03-18')
    await announcedBatch('2026-03-20', '2026-03-26')
    const held = (await debitsOf(loan)).filter(({ traceNumber }) => traceNumber !== null)
    expect(held).toHaveLength(1)
    // Another owner's account with the same ending does not stand in for it.
    plaid.setReport(tokenized('900000009999', { ownerNames: ['SOMEBODY ELSE'] }))
    const other = await link(loan.client, loan.loanNo)
    expect(await itemsOf(loan)).toHaveLength(1)
    plaid.setReport(tokenized(SECOND_TOKEN))
    const again = await link(loan.client, loan.loanNo)
    expect(again.requestCode).not.toBe(other.requestCode)
    expect(await itemsOf(loan)).toEqual([])
    expect(await detailOf(loan)).toMatchObject({ linkBankAgain: false })
    const accounts = await listLoanAccounts(api.database.db, loan)
    expect(accounts.map(({ source }) => source)).toEqual(['application', 'relinked'])
    expect(new Set(accounts.map(({ accountKey }) => accountKey)).size).toBe(1)
    await runUnused()
    expect([loan.linkId, other.id].map((id) => plaid.itemIdOf(id))).toEqual([undefined, undefined])
    expect(plaid.itemIdOf(again.id)).toBeDefined()
    await announcedBatch('2026-04-03', '2026-04-09')
    expect(await accountsUsed('debit')).toContain(`${TOKEN_ROUTING} ${SECOND_TOKEN}`)
  },
)

test('a permission that is about to end asks for a new link and stops no debit', async () => {
  const loan = await tokenLoan()
  await batchOn(api, '2026-03-03')
  await settleOn(api, '2026-03-04')
  await sayOf(loan.linkId, 'PENDING_EXPIRATION')
  expect(await detailOf(loan)).toMatchObject({ linkBankAgain: true })
  await announcedBatch('2026-03-06', '2026-03-12')
  expect(await accountsUsed('debit')).toEqual([`${TOKEN_ROUTING} ${FIRST_TOKEN}`])
})

test('taken back before the payout: no money leaves by the dead token; a new link pays out', async () => {
  const loan = await tokenLoan()
  await sayOf(loan.linkId, 'USER_PERMISSION_REVOKED')
  expect(await itemsOf(loan)).toHaveLength(1)
  await batchOn(api, '2026-03-03')
  expect(await findLoanAccount(api.database.db, loan)).toBeUndefined()
  plaid.setReport(tokenized(SECOND_TOKEN))
  await liveOn(api, '2026-03-03T11:00:00-05:00')
  await link(loan.client, loan.loanNo)
  expect(await itemsOf(loan)).toEqual([])
})

test('the item is removed when the loan is over and its last payment is checked, not before', async () => {
  const loan = await tokenLoan()
  await batchOn(api, '2026-03-03')
  await settleOn(api, '2026-03-04')
  await announcedBatch('2026-03-06', '2026-03-12')
  await sayOf(loan.linkId, 'PENDING_DISCONNECT')
  await api.database.db.execute(sql`update loans set status = 206 where loan_no = ${loan.loanNo}`)
  await runUnused()
  expect(plaid.itemIdOf(loan.linkId)).toBeDefined()
  await api.database.db.execute(sql`update transactions set status = 3 where loan_no = ${loan.loanNo}`)
  await runUnused()
  expect(plaid.itemIdOf(loan.linkId)).toBeUndefined()
  // A message about it afterwards finds no loan that needs it.
  await sayOf(loan.linkId, 'USER_PERMISSION_REVOKED')
})
