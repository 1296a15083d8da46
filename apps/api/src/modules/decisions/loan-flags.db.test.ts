import { SignStatus, LoanFlag, LoanStatus } from '@dolphin/domain/loans/codes'
import { signingSignCall } from '@dolphin/contract/agreements'
import { updateFormCall } from '@dolphin/contract/applications-forms'
import { listSectionCall } from '@dolphin/contract/applications'
import { savePaymentOptionCall } from '@dolphin/contract/plans'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { giveConsent, openSigning, signInput } from '../../testing/signing-sessions.ts'
import { askAmount, planLoan, plansOf } from '../../testing/offers.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('an edit of the bank leads through 10001, 10002, 10003, 10000 in that order, and only the signature ends it (domain.md §2)', async () => {
  const planned = await planLoan(api)
  const { client, applicationNo, loanNo } = planned
  const list = () => client.ask(listSectionCall, { query: { applicationNo } })
  const before = await openSigning(client, loanNo)
  expect(await list()).toMatchObject({
    loanFlags: [],
    requestCode: before.requestCode,
    signStatus: SignStatus.notSigned,
  })

  const changed = { bankAccountType: '3000' }
  const body = { externalKey: applicationNo, changed, version: 1 }
  const saved = await client.ask(updateFormCall, { params: { code: 'bank' }, body })
  expect(saved.loanFlags).toEqual([LoanFlag.recalculateLoanAmount])
  const early = { loanNo, optionId: planned.saved.schedule.plan.optionId }
  expect((await client.call(savePaymentOptionCall, { body: early })).code).not.toBe(1)

  expect((await askAmount(planned)).result).toBe(1)
  expect(await list()).toMatchObject({
    loanFlags: [LoanFlag.recalculatePaymentPlan],
    nextSection: 'paymentSchedule',
  })

  const { plans } = await plansOf(planned, '300.00')
  const other = plans.find(({ optionId }) => optionId !== early.optionId)
  const again = await client.ask(savePaymentOptionCall, {
    body: { loanNo, optionId: other?.optionId ?? '' },
  })
  expect(again.loanFlags).toEqual([LoanFlag.reSignLoanAgreement, LoanFlag.recreateRequestCode])
  expect(await list()).toMatchObject({
    loanFlags: [LoanFlag.reSignLoanAgreement, LoanFlag.recreateRequestCode],
    signStatus: SignStatus.voided,
  })

  const opened = await openSigning(client, loanNo)
  expect(opened.requestCode).not.toBe(before.requestCode)
  expect((await list()).loanFlags).toEqual([LoanFlag.reSignLoanAgreement, LoanFlag.recreateRequestCode])
  await giveConsent(api, client, opened)
  await client.ask(signingSignCall, signInput(opened))
  await api.runJobs()
  const loan = await findLoan(api.database.db, { portfolioId: 118, loanNo })
  expect(loan).toMatchObject({ status: LoanStatus.approved, flags: [] })
})
