import { LoanStatus } from '@dolphin/domain/loans/codes'
import { listDisbursementLoanCall } from '@dolphin/contract/disbursement'
import { getRequestDetailsCall } from '@dolphin/contract/verification'
import { findLoanAccount, listLoanAccounts } from '@dolphin/database/servicing/loan-account-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { sampleReport } from '@dolphin/integrations/ibv/testing/local-vendors'
import { PlaidServer } from '@dolphin/integrations/ibv/testing/plaid-server'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { batchOn, liveOn, settleOn } from '../../testing/funded-loans.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import { FIRST_TOKEN, SECOND_TOKEN, TOKEN_ROUTING, tokenBank, tokenized } from '../../testing/token-bank.ts'
import { startKindPlaid } from '../../testing/kind-vendors.ts'

const plaid = new PlaidServer(sampleReport())
let api: TestApi
let bank: ReturnType<typeof tokenBank>

beforeAll(async () => {
  plaid.expiration = '2026-12-01T00:00:00Z'
  api = await startTestApi({ env: await startKindPlaid(plaid) })
  bank = tokenBank(api, plaid)
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

const debitsOf = async (loan: SignedLoan) =>
  (await listTransactions(api.database.db, loan)).filter(({ type }) => type === TransactionType.debit)

test('a token is shown by its mask, pays out and debits, and its item lives on', async () => {
  const loan = await bank.tokenLoan()
  const details = await loan.client.ask(getRequestDetailsCall, { query: { requestCode: loan.requestCode } })
  expect(details).toMatchObject({ accounts: [{ accountMasked: '••••2333', matched: true }, {}, {}] })
  expect(JSON.stringify(details)).not.toContain('5566')
  const { institution } = sampleReport()
  const [coming] = (await loan.client.ask(listDisbursementLoanCall, {})).loans
  expect(coming?.account).toMatchObject({ accountMasked: '••••2333', bankName: institution })
  await batchOn(api, '2026-03-03')
  expect(await bank.accountsUsed('credit')).toEqual([`${TOKEN_ROUTING} ${FIRST_TOKEN}`])
  await settleOn(api, '2026-03-04')
  expect(await findLoanAccount(api.database.db, loan)).toMatchObject({
    accountTail: '2333',
    linkRequestCode: loan.requestCode,
    validatedBy: 'bankLink',
  })
  expect((await bank.detailOf(loan)).account).toMatchObject({ bankName: institution })
  await bank.announcedBatch('2026-03-06', '2026-03-12')
  expect(await bank.accountsUsed('debit')).toEqual([`${TOKEN_ROUTING} ${FIRST_TOKEN}`])
  await bank.runUnused()
  expect(plaid.itemIdOf(loan.linkId)).toBeDefined()
})

test.each(['USER_PERMISSION_REVOKED', 'USER_ACCOUNT_REVOKED'])(
  '%s: what is with the bank stays, nothing more is debited, and a new link of the same account goes on',
  async (code) => {
    const loan = await bank.tokenLoan()
    await batchOn(api, '2026-03-03')
    await settleOn(api, '2026-03-04')
    await bank.announcedBatch('2026-03-06', '2026-03-12')
    const [inFlight] = await debitsOf(loan)
    await bank.sayOf(loan.linkId, code)
    await bank.sayOf(loan.linkId, code)
    expect(await bank.itemsOf(loan)).toHaveLength(1)
    expect((await debitsOf(loan))[0]).toMatchObject({
      transactionNo: inFlight?.transactionNo,
      status: TransactionStatus.onBatch,
    })
    const before = await bank.detailOf(loan)
    expect(before).toMatchObject({ linkBankAgain: true })
    // The banner says it; once is enough.
    expect(before.statusNotes).toEqual([])
    await settleOn(api, '2026-03-13')
    await settleOn(api, '2026-03-18')
    await bank.announcedBatch('2026-03-20', '2026-03-26')
    const held = (await debitsOf(loan)).filter(({ traceNumber }) => traceNumber !== null)
    expect(held).toHaveLength(1)
    // Another owner's account with the same ending does not stand in for it.
    plaid.setReport(tokenized('900000009999', { ownerNames: ['SOMEBODY ELSE'] }))
    const other = await bank.link(loan.client, loan.loanNo)
    expect(await bank.itemsOf(loan)).toHaveLength(1)
    plaid.setReport(tokenized(SECOND_TOKEN))
    const again = await bank.link(loan.client, loan.loanNo)
    expect(again.requestCode).not.toBe(other.requestCode)
    expect(await bank.itemsOf(loan)).toEqual([])
    expect(await bank.detailOf(loan)).toMatchObject({ linkBankAgain: false })
    const accounts = await listLoanAccounts(api.database.db, loan)
    expect(accounts.map(({ source }) => source)).toEqual(['application', 'relinked'])
    expect(new Set(accounts.map(({ accountKey }) => accountKey)).size).toBe(1)
    await bank.runUnused()
    expect([loan.linkId, other.id].map((id) => plaid.itemIdOf(id))).toEqual([undefined, undefined])
    expect(plaid.itemIdOf(again.id)).toBeDefined()
    await bank.announcedBatch('2026-04-03', '2026-04-09')
    expect(await bank.accountsUsed('debit')).toContain(`${TOKEN_ROUTING} ${SECOND_TOKEN}`)
  },
)

test('a permission that is about to end asks for a new link and stops no debit', async () => {
  const loan = await bank.tokenLoan()
  await batchOn(api, '2026-03-03')
  await settleOn(api, '2026-03-04')
  await bank.sayOf(loan.linkId, 'PENDING_EXPIRATION')
  expect(await bank.detailOf(loan)).toMatchObject({ linkBankAgain: true })
  await bank.announcedBatch('2026-03-06', '2026-03-12')
  expect(await bank.accountsUsed('debit')).toEqual([`${TOKEN_ROUTING} ${FIRST_TOKEN}`])
})

test('taken back before the payout: no money leaves by the dead token; a new link pays out', async () => {
  const loan = await bank.tokenLoan()
  await bank.sayOf(loan.linkId, 'USER_PERMISSION_REVOKED')
  expect(await bank.itemsOf(loan)).toHaveLength(1)
  await batchOn(api, '2026-03-03')
  expect(await findLoanAccount(api.database.db, loan)).toBeUndefined()
  plaid.setReport(tokenized(SECOND_TOKEN))
  await liveOn(api, '2026-03-03T11:00:00-05:00')
  await bank.link(loan.client, loan.loanNo)
  expect(await bank.itemsOf(loan)).toEqual([])
})

test('the item is removed when the loan is over and its last payment is checked, not before', async () => {
  const loan = await bank.tokenLoan()
  await batchOn(api, '2026-03-03')
  await settleOn(api, '2026-03-04')
  await bank.announcedBatch('2026-03-06', '2026-03-12')
  await bank.sayOf(loan.linkId, 'PENDING_DISCONNECT')
  await api.database.db.execute(
    sql`update loans set status = ${LoanStatus.terminated} where loan_no = ${loan.loanNo}`,
  )
  await bank.runUnused()
  expect(plaid.itemIdOf(loan.linkId)).toBeDefined()
  await api.database.db.execute(
    sql`update transactions set status = ${TransactionStatus.checked} where loan_no = ${loan.loanNo}`,
  )
  await bank.runUnused()
  expect(plaid.itemIdOf(loan.linkId)).toBeUndefined()
  // A message about it afterwards finds no loan that needs it.
  await bank.sayOf(loan.linkId, 'USER_PERMISSION_REVOKED')
})
