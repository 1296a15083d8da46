import { approveLoanCall } from '@dolphin/contract/applications-staff'
import { updateFormCall } from '@dolphin/contract/applications-forms'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { linkBank } from '../../testing/bank-links.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { type AppliedLoan, applyForLoan, askAmount, savePlan } from '../../testing/offers.ts'
import { signNow } from '../../testing/signing-sessions.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const loanOf = ({ loanNo }: AppliedLoan) => findLoan(api.database.db, { portfolioId: 110, loanNo })

/** Where a person approves every loan: referred, and approved before the signature. */
async function approvedInAdvance(): Promise<AppliedLoan> {
  const applied = await applyForLoan(api, { portfolioId: 110, bankUser: 'user_other_owner' })
  await askAmount(applied)
  const employee = await signInEmployee(api)
  await employee.ask(approveLoanCall, { body: { loanNo: applied.loanNo, note: 'The account is theirs.' } })
  expect(await loanOf(applied)).toMatchObject({ subStatus: 'customerReview', approvedAt: expect.any(Date) })
  return applied
}

test('what a person approved before the signature is signed without another look (domain.md §2)', async () => {
  const applied = await approvedInAdvance()
  expect(await askAmount(applied)).toMatchObject({ result: 1, notification: null, counteroffer: null })
  await savePlan(applied)
  await signNow(api, applied.client, applied.loanNo)
  expect(await loanOf(applied)).toMatchObject({ status: LoanStatus.approved })
})

test('facts that changed after it are decided anew, and a person looks at what is signed (domain.md §2)', async () => {
  const applied = await approvedInAdvance()
  api.clock.advance(60_000)
  await linkBank(api, applied.client, applied.loanNo, { username: 'user_good' })
  await applied.client.ask(updateFormCall, {
    params: { code: 'employment' },
    body: { externalKey: applied.applicationNo, changed: { monthlyNetIncome: '3900.00' }, version: 1 },
  })
  await askAmount(applied)
  expect(await loanOf(applied)).toMatchObject({ subStatus: 'customerReview', approvedAt: null })
  await savePlan(applied)
  await signNow(api, applied.client, applied.loanNo)
  expect(await loanOf(applied)).toMatchObject({ subStatus: 'underwriterReview', approvedAt: null })
})
