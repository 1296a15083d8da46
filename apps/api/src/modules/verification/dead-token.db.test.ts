import { repairBankCall } from '@dolphin/contract/disbursement'
import { allowAccountCall } from '@dolphin/contract/verification-staff'
import { findLoanAccount, listLoanAccounts } from '@dolphin/database/servicing/loan-account-repository'
import { HomeFlag } from '@dolphin/domain/loans/codes'
import { sampleReport } from '@dolphin/integrations/ibv/testing/local-vendors'
import { PlaidServer } from '@dolphin/integrations/ibv/testing/plaid-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { batchOn, liveOn, settleOn } from '../../testing/funded-loans.ts'
import { creditOf, debitAt, homeFlagOf, statusOf } from '../../testing/loan-facts.ts'
import { debitsOf, moneyDays, noticesOf } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import { FIRST_TOKEN, SECOND_TOKEN, TOKEN_ROUTING, tokenBank, tokenized } from '../../testing/token-bank.ts'
import { startKindPlaid } from '../../testing/kind-vendors.ts'
import { codeOf } from '../../testing/response-code-of.ts'

const plaid = new PlaidServer(sampleReport())
let api: TestApi
let bank: ReturnType<typeof tokenBank>
let days: ReturnType<typeof moneyDays>

beforeAll(async () => {
  plaid.expiration = '2026-12-01T00:00:00Z'
  api = await startTestApi({ env: await startKindPlaid(plaid) })
  bank = tokenBank(api, plaid)
})
beforeEach(async () => {
  await resetApi(api)
  days = moneyDays(api)
  plaid.setReport(tokenized(FIRST_TOKEN))
})
afterAll(async () => {
  await api.close()
  expect(plaid.server.complaints).toEqual([])
  await plaid.server.stop()
})

const OTHER = { routingNumber: TOKEN_ROUTING, accountNumber: '660000009090', accountType: 3001 } as const
const otherAccount = () => tokenized('900000001234', { tokenMask: '9090' })

async function fundedLoan() {
  const loan = await bank.tokenLoan()
  await batchOn(api, '2026-03-03')
  await settleOn(api, '2026-03-04')
  return loan
}
const repair = ({ client, loanNo }: SignedLoan) => client.call(repairBankCall, { body: { loanNo, ...OTHER } })

describe('a return that says that a token is dead, where no message said so (docs/facts/vendors.md "Plaid")', () => {
  test.each(['R03', 'R04'] as const)(
    '%s of a debit: the loan rests and asks for a new link, not for another account; the link goes on with it',
    async (code) => {
      const loan = await fundedLoan()
      await bank.announcedBatch('2026-03-06', '2026-03-12')
      await settleOn(api, '2026-03-13')
      await days.bankSays('2026-03-16', [{ transaction: await debitAt(api, loan, 0), code }])
      expect(await statusOf(api, loan)).toEqual([204, 'hardReturn'])
      expect(await bank.itemsOf(loan)).toMatchObject([{ facts: { returnCode: code } }])
      expect(await homeFlagOf(api, loan)).not.toBe(HomeFlag.repairInformation)
      await liveOn(api, '2026-03-16T13:00:00-04:00')
      expect(await bank.detailOf(loan)).toMatchObject({ linkBankAgain: true })
      expect(await repair(loan)).toMatchObject({ code: codeOf('repairNotOpen') })
      expect((await noticesOf(api, loan)).filter((kind) => kind === 'bankRepairNeeded')).toHaveLength(1)
      await bank.announcedBatch('2026-03-20', '2026-03-26')
      expect((await debitsOf(api, loan)).filter(({ traceNumber }) => traceNumber !== null)).toHaveLength(1)
      plaid.setReport(tokenized(SECOND_TOKEN))
      await bank.link(loan.client, loan.loanNo)
      expect(await statusOf(api, loan)).toEqual([203, null])
      expect(await bank.itemsOf(loan)).toEqual([])
      await bank.announcedBatch('2026-04-03', '2026-04-09')
      expect(await bank.accountsUsed('debit')).toContain(`${TOKEN_ROUTING} ${SECOND_TOKEN}`)
    },
  )

  test('of a debit by the token before the new link: the loan goes on with the new one', async () => {
    const loan = await fundedLoan()
    await bank.announcedBatch('2026-03-06', '2026-03-12')
    await bank.sayOf(loan.linkId, 'USER_PERMISSION_REVOKED')
    plaid.setReport(tokenized(SECOND_TOKEN))
    await bank.link(loan.client, loan.loanNo)
    await days.bankSays('2026-03-16', [{ transaction: await debitAt(api, loan, 0), code: 'R04' }])
    expect(await statusOf(api, loan)).toEqual([202, null])
    expect(await homeFlagOf(api, loan)).not.toBe(HomeFlag.repairInformation)
    expect(await bank.itemsOf(loan)).toEqual([])
    await bank.announcedBatch('2026-03-20', '2026-03-26')
    expect(await bank.accountsUsed('debit')).toEqual([`${TOKEN_ROUTING} ${SECOND_TOKEN}`])
  })

  test('of the payout: nothing is owed, and the new link pays out', async () => {
    const loan = await bank.tokenLoan()
    await batchOn(api, '2026-03-03')
    await days.bankSays('2026-03-05', [{ transaction: await creditOf(api, loan), code: 'R04' }])
    expect(await statusOf(api, loan)).toEqual([104, null])
    expect(await bank.itemsOf(loan)).toHaveLength(1)
    expect(await homeFlagOf(api, loan)).not.toBe(HomeFlag.repairInformation)
    plaid.setReport(tokenized(SECOND_TOKEN))
    await liveOn(api, '2026-03-05T13:00:00-05:00')
    await bank.link(loan.client, loan.loanNo)
    expect(await statusOf(api, loan)).toEqual([104, null])
    await batchOn(api, '2026-03-05')
    expect(await bank.accountsUsed('credit')).toEqual([`${TOKEN_ROUTING} ${SECOND_TOKEN}`])
  })

  test('R02 stays a matter of another account: the bank closed it', async () => {
    const loan = await fundedLoan()
    await bank.announcedBatch('2026-03-06', '2026-03-12')
    await settleOn(api, '2026-03-13')
    await days.bankSays('2026-03-16', [{ transaction: await debitAt(api, loan, 0), code: 'R02' }])
    expect(await homeFlagOf(api, loan)).toBe(HomeFlag.repairInformation)
    expect(await bank.itemsOf(loan)).toEqual([])
  })
})

describe('a new link that shows another account', () => {
  async function linkedOther(loan: Awaited<ReturnType<typeof fundedLoan>>, report = otherAccount()) {
    await bank.sayOf(loan.linkId, 'USER_PERMISSION_REVOKED')
    plaid.setReport(report)
    return await bank.link(loan.client, loan.loanNo)
  }

  test('goes to a person with what both show, and the borrower reads so; the own account still solves it', async () => {
    const loan = await fundedLoan()
    const { requestCode } = await linkedOther(loan)
    const [item, ...more] = await bank.itemsOf(loan, 'otherAccountLinked')
    expect(more).toEqual([])
    expect(item?.facts).toMatchObject({ requestCode, loanUses: '••••2333 (Jordan Sample)' })
    expect(JSON.stringify(item?.facts['linkShows'])).toContain('••••9090 (JORDAN SAMPLE)')
    const detail = await bank.detailOf(loan)
    expect(detail).toMatchObject({ linkBankAgain: true })
    expect(detail.statusNotes.join()).toMatch(/shows another account/)
    expect(await repair(loan)).toMatchObject({ code: codeOf('repairNotOpen') })
    // Again: one item, of the newest link.
    const again = await bank.link(loan.client, loan.loanNo)
    expect(await bank.itemsOf(loan, 'otherAccountLinked')).toMatchObject([
      { facts: { requestCode: again.requestCode } },
    ])
    plaid.setReport(tokenized(SECOND_TOKEN))
    await bank.link(loan.client, loan.loanNo)
    expect(await bank.itemsOf(loan, 'otherAccountLinked')).toEqual([])
    expect(await bank.detailOf(loan)).toMatchObject({ linkBankAgain: false, statusNotes: [] })
  })

  test('allowed by a person, the borrower enters it once; it needs a permission of its own', async () => {
    const loan = await fundedLoan()
    await linkedOther(loan)
    const employee = await signInEmployee(api)
    const allow = () => employee.call(allowAccountCall, { body: { loanNo: loan.loanNo, note: 'same owner' } })
    expect(await allow()).toMatchObject({ code: 1 })
    expect(await allow()).toMatchObject({ code: codeOf('notFound') })
    expect(await homeFlagOf(api, loan)).toBe(HomeFlag.repairInformation)
    const other = { ...OTHER, accountNumber: '660000001111' }
    expect(await loan.client.call(repairBankCall, { body: { loanNo: loan.loanNo, ...other } })).toMatchObject(
      { code: codeOf('bankAccountNotMatched') },
    )
    expect(await repair(loan)).toMatchObject({ code: 1 })
    expect(await repair(loan)).toMatchObject({ code: codeOf('repairNotOpen') })
    for (const kind of ['bankLinkEnded', 'otherAccountLinked', 'otherAccountAllowed'] as const)
      expect(await bank.itemsOf(loan, kind)).toEqual([])
    const accounts = await listLoanAccounts(api.database.db, loan)
    expect(accounts.map(({ source, accountTail }) => [source, accountTail])).toEqual([
      ['application', '2333'],
      ['repair', '9090'],
    ])
    await bank.announcedBatch('2026-03-06', '2026-03-12')
    expect((await debitsOf(api, loan)).filter(({ traceNumber }) => traceNumber !== null)).toEqual([])
  })

  test('of another owner is not the borrower’s, even where it was allowed', async () => {
    const loan = await fundedLoan()
    await linkedOther(loan, tokenized('900000001234', { tokenMask: '9090', ownerNames: ['SOMEBODY ELSE'] }))
    const [item] = await bank.itemsOf(loan, 'otherAccountLinked')
    expect(JSON.stringify(item?.facts['linkShows'])).toContain('SOMEBODY ELSE')
    const employee = await signInEmployee(api)
    await employee.ask(allowAccountCall, { body: { loanNo: loan.loanNo, note: '' } })
    expect(await repair(loan)).toMatchObject({ code: codeOf('bankAccountNotMatched') })
  })

  test('before the payout: the money goes to the account that was allowed and entered', async () => {
    const loan = await bank.tokenLoan()
    await linkedOther(loan)
    await batchOn(api, '2026-03-03')
    expect(await findLoanAccount(api.database.db, loan)).toBeUndefined()
    const employee = await signInEmployee(api)
    await employee.ask(allowAccountCall, { body: { loanNo: loan.loanNo, note: 'same owner' } })
    await liveOn(api, '2026-03-03T14:00:00-05:00')
    expect(await homeFlagOf(api, loan)).toBe(HomeFlag.repairInformation)
    expect(await repair(loan)).toMatchObject({ code: 1 })
    await batchOn(api, '2026-03-04')
    expect(await bank.accountsUsed('credit')).toEqual([`${TOKEN_ROUTING} 900000001234`])
  })
})
