import { signingSignCall } from '@dolphin/contract/agreements'
import { listSectionCall } from '@dolphin/contract/applications'
import { readFormCall, updateFormCall } from '@dolphin/contract/applications-forms'
import { batchSaveConsentStatusCall, checkConsentStatusCall } from '@dolphin/contract/consents'
import { savePaymentOptionCall } from '@dolphin/contract/plans'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { createRequestCodeCall } from '@dolphin/contract/verification'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { ADDRESS_ELEMENTS } from '@dolphin/domain/applications/sections'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { LoanFlag, LoanStatus, Military } from '@dolphin/domain/loans/codes'
import { readPdfText } from '@dolphin/integrations/document/pdf-text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { type AppliedLoan, askAmount, planLoan, plansOf, qualifyForLoan } from '../../testing/offers.ts'
import { documentBytes, giveConsent, openSigning, signInput } from '../../testing/signing-sessions.ts'
import { publishEdit } from '../../testing/versions.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const IDENTIFIES = { question: { military: '1' } }
const { recalculateLoanAmount, recalculatePaymentPlan } = LoanFlag

const loanOf = async ({ loanNo }: AppliedLoan) =>
  await findLoan(api.database.db, { portfolioId: 118, loanNo })

async function correct({ client, applicationNo }: AppliedLoan, military: string, mode?: FormActionMode) {
  const { version } = await client.ask(readFormCall, {
    params: { code: 'question' },
    query: { externalKey: applicationNo },
  })
  const changed = { military }
  const body = { externalKey: applicationNo, changed, version, ...(mode === undefined ? {} : { mode }) }
  return await client.call(updateFormCall, { params: { code: 'question' }, body })
}

/** Picks the recommended plan and reads the agreement that is shown for it. */
async function agreementOf(loan: AppliedLoan) {
  const { recommendedOptionId, plans } = await plansOf(loan)
  const plan = plans.find(({ optionId }) => optionId === recommendedOptionId)
  if (plan === undefined) throw new Error('an offer has a plan')
  await loan.client.ask(savePaymentOptionCall, { body: { loanNo: loan.loanNo, optionId: plan.optionId } })
  const opened = await openSigning(loan.client, loan.loanNo)
  const [document] = opened.details.documents
  const bytes = await documentBytes(api, loan.client, document?.documentNo ?? '')
  return { plan, opened, text: readPdfText(bytes).join(' ') }
}

/** What the note of a covered borrower's agreement says, and what the standard one's says. */
const MILITARY_RATE = 'simple interest at 34.90% a year'
const STANDARD_RATE = 'simple interest at 260.00% a year'

test('who identifies as covered has the military product and its agreement, whatever the database says', async () => {
  const loan = await qualifyForLoan(api, IDENTIFIES)
  expect((await loanOf(loan))?.military).toBe(Military.military)
  const { plan, opened, text } = await agreementOf(loan)
  expect(Number(plan.mapr)).toBeLessThanOrEqual(36)
  for (const figure of [`${plan.apr}%`, plan.financeCharge, plan.totalOfPayments])
    expect(text).toContain(figure)
  expect(text).toContain(MILITARY_RATE)
  await giveConsent(api, loan.client, opened)
  await loan.client.ask(signingSignCall, signInput(opened))
  expect(await loanOf(loan)).toMatchObject({ status: LoanStatus.approved, military: Military.military })
})

test('an answer corrected to covered makes offer, plan and agreement anew; the signing that was open is void', async () => {
  const loan = await planLoan(api)
  const opened = await openSigning(loan.client, loan.loanNo)
  const preview = await correct(loan, '1', FormActionMode.preview)
  expect(preview).toMatchObject({ data: { loanFlags: [recalculateLoanAmount, recalculatePaymentPlan] } })
  expect((await loanOf(loan))?.flags).toEqual([])
  expect((await correct(loan, '1')).code).toBe(1)
  expect((await loanOf(loan))?.flags).toEqual([recalculateLoanAmount, recalculatePaymentPlan])
  const signature = { body: { loanNo: loan.loanNo, purpose: 'signature' } } as const
  const stale = RESPONSE_CODES.planRecalculationRequired.code
  expect((await loan.client.call(createRequestCodeCall, signature)).code).toBe(stale)
  expect((await loan.client.call(signingSignCall, signInput(opened))).code).not.toBe(1)
  await askAmount(loan)
  expect(await loanOf(loan)).toMatchObject({
    military: Military.military,
    flags: expect.arrayContaining([recalculatePaymentPlan]) as unknown,
  })
  const { plan, text } = await agreementOf(loan)
  expect(Number(plan.mapr)).toBeLessThanOrEqual(36)
  expect(text).toContain(MILITARY_RATE)
})

test('an answer corrected to not covered takes the standard product again; after the signature nothing is corrected', async () => {
  const loan = await qualifyForLoan(api, IDENTIFIES)
  expect((await correct(loan, '-1')).code).toBe(1)
  await askAmount(loan)
  expect((await loanOf(loan))?.military).toBe(Military.notMilitary)
  const { plan, opened, text } = await agreementOf(loan)
  expect(plan.mapr).toBeNull()
  expect(text).toContain(STANDARD_RATE)
  await giveConsent(api, loan.client, opened)
  await loan.client.ask(signingSignCall, signInput(opened))
  expect((await correct(loan, '1')).code).toBe(RESPONSE_CODES.sectionNotEditable.code)
})

test('only that answer and the address of the closed section can be corrected, and the page says so', async () => {
  const loan = await qualifyForLoan(api)
  const { sections } = await loan.client.ask(listSectionCall, {
    query: { applicationNo: loan.applicationNo },
  })
  expect(sections.find(({ sectionKey }) => sectionKey === 'personal')).toMatchObject({
    status: 'done',
    editable: false,
    correctElements: ADDRESS_ELEMENTS,
  })
  expect(sections.find(({ sectionKey }) => sectionKey === 'question')).toMatchObject({
    status: 'done',
    editable: false,
    correctElements: ['military'],
  })
  const body = { externalKey: loan.applicationNo, changed: { lastName: 'Other' }, version: 1 }
  const refused = await loan.client.call(updateFormCall, { params: { code: 'personal' }, body })
  expect(refused.code).toBe(RESPONSE_CODES.sectionNotEditable.code)
})

test('the consent that identifies a covered borrower counts as the answer', async () => {
  const loan = await planLoan(api)
  const { consents } = await loan.client.ask(checkConsentStatusCall, {})
  const kind = 'militarySelfIdentification'
  const version = consents.find((one) => one.kind === kind)?.version ?? 0
  await loan.client.ask(batchSaveConsentStatusCall, { body: { consents: [{ kind, version, given: true }] } })
  expect((await loanOf(loan))?.flags).toEqual([recalculateLoanAmount, recalculatePaymentPlan])
  await askAmount(loan)
  expect((await loanOf(loan))?.military).toBe(Military.military)
})

test('where the policy leaves it to the database, the answer changes nothing', async () => {
  const employee = await signInEmployee(api)
  const policy = { kind: 'policy', key: 'policy' } as const
  const published = await publishEdit(employee, policy, (content) => ({
    ...content,
    coveredBorrowerBy: 'database',
  }))
  expect(published.code).toBe(1)
  const loan = await qualifyForLoan(api, IDENTIFIES)
  expect((await loanOf(loan))?.military).toBe(Military.notMilitary)
  const { plan, text } = await agreementOf(loan)
  expect(plan.mapr).toBeNull()
  expect(text).toContain(STANDARD_RATE)
})
