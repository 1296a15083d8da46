import { signingSignCall } from '@dolphin/contract/agreements'
import { listSectionCall, withdrawApplicationCall } from '@dolphin/contract/applications'
import { readFormCall, updateFormCall } from '@dolphin/contract/applications-forms'
import { passOnLoanCall } from '@dolphin/contract/applications-staff'
import { documentListCall } from '@dolphin/contract/documents'
import { savePaymentOptionCall } from '@dolphin/contract/plans'
import { createRequestCodeCall } from '@dolphin/contract/verification'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import {
  LoanFlag,
  LoanStatus,
  NotificationCode,
  OriginatingSubStatus,
  SignStatus,
} from '@dolphin/domain/loans/codes'
import { readPdfText } from '@dolphin/integrations/document/pdf-text'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { type AppliedLoan, askAmount, planLoan, plansOf, qualifyForLoan } from '../../testing/offers.ts'
import { documentBytes, giveConsent, openSigning, signInput } from '../../testing/signing-sessions.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const { recalculateLoanAmount, recalculatePaymentPlan, reSignLoanAgreement, recreateRequestCode } = LoanFlag
const RECALCULATED = [recalculateLoanAmount, recalculatePaymentPlan]

/** Another street of Delaware, where the sample applicant lives; Missouri, where less is lent; Texas, where nothing is. */
const SAME_STATE = { street: '9 Sample Lane', unit: 'Apt 2', city: 'Newark', zip: '19711' }
const MISSOURI = { street: '4 Sample Court', city: 'Columbia', state: 'MO', zip: '65201' }
const TEXAS = { street: '7 Sample Road', city: 'Austin', state: 'TX', zip: '78701' }

const loanOf = async ({ loanNo }: AppliedLoan) =>
  await findLoan(api.database.db, { portfolioId: 118, loanNo })

const readPersonal = ({ client, applicationNo }: AppliedLoan) =>
  client.ask(readFormCall, { params: { code: 'personal' }, query: { externalKey: applicationNo } })

async function correct(
  loan: AppliedLoan,
  changed: Readonly<Record<string, string | boolean>>,
  more: { readonly mode?: FormActionMode; readonly mayEnd?: boolean } = {},
) {
  const { version } = await readPersonal(loan)
  const body = { externalKey: loan.applicationNo, changed, version, ...more }
  return await loan.client.call(updateFormCall, { params: { code: 'personal' }, body })
}

const sectionsOf = ({ client, applicationNo }: AppliedLoan) =>
  client.ask(listSectionCall, { query: { applicationNo } })

async function agreementText(loan: AppliedLoan): Promise<string> {
  const opened = await openSigning(loan.client, loan.loanNo)
  const bytes = await documentBytes(api, loan.client, opened.details.documents[0]?.documentNo ?? '')
  return readPdfText(bytes).join(' ')
}

async function pickPlan(loan: AppliedLoan) {
  const { recommendedOptionId } = await plansOf(loan)
  const body = { loanNo: loan.loanNo, optionId: recommendedOptionId ?? '' }
  await loan.client.ask(savePaymentOptionCall, { body })
}

describe('an address corrected between plan and signature (design/domain.md §14 "Address")', () => {
  test('in the same state amount and plan stay; the agreement that was open is void and names the new one', async () => {
    const loan = await planLoan(api)
    const before = await loanOf(loan)
    const opened = await openSigning(loan.client, loan.loanNo)
    await giveConsent(api, loan.client, opened)
    expect((await correct(loan, SAME_STATE)).code).toBe(1)
    expect(await loanOf(loan)).toMatchObject({
      planNo: before?.planNo,
      qualifiedMaximum: before?.qualifiedMaximum,
      flags: [reSignLoanAgreement, recreateRequestCode],
    })
    expect((await sectionsOf(loan)).signStatus).toBe(SignStatus.voided)
    expect((await loan.client.call(signingSignCall, signInput(opened))).code).not.toBe(1)
    const text = await agreementText(loan)
    expect(text).toContain('9 Sample Lane, Apt 2')
    expect(text).toContain('Newark')
    const again = await openSigning(loan.client, loan.loanNo)
    await giveConsent(api, loan.client, again)
    await loan.client.ask(signingSignCall, signInput(again))
    expect(await loanOf(loan)).toMatchObject({ status: LoanStatus.approved, flags: [] })
  })

  test('before a signing is open nothing has to be done again', async () => {
    const loan = await planLoan(api)
    expect((await correct(loan, SAME_STATE)).code).toBe(1)
    expect((await loanOf(loan))?.flags).toEqual([])
    expect(await agreementText(loan)).toContain('9 Sample Lane, Apt 2')
  })

  test('in another state the decision is made again: its limit, plan and law', async () => {
    const loan = await planLoan(api)
    const before = await loanOf(loan)
    const opened = await openSigning(loan.client, loan.loanNo)
    const preview = await correct(loan, MISSOURI, { mode: FormActionMode.preview })
    expect(preview).toMatchObject({ data: { loanFlags: RECALCULATED, endsApplication: false } })
    expect((await readPersonal(loan)).values['state']).toBe('DE')
    expect((await correct(loan, MISSOURI)).code).toBe(1)
    expect((await loanOf(loan))?.flags).toEqual(expect.arrayContaining(RECALCULATED))
    const signature = { body: { loanNo: loan.loanNo, purpose: 'signature' } } as const
    expect((await loan.client.call(createRequestCodeCall, signature)).code).toBe(
      codeOf('planRecalculationRequired'),
    )
    expect((await loan.client.call(signingSignCall, signInput(opened))).code).not.toBe(1)
    const offer = await askAmount(loan)
    expect(before?.qualifiedMaximum).toBe(80_000n)
    expect(offer).toMatchObject({ result: 1, maximum: '500.00', why: { state: 'MO' } })
    await pickPlan(loan)
    const text = await agreementText(loan)
    expect(text).toContain('Missouri law applies')
    expect(text).toContain('4 Sample Court')
  })

  test('in a state where nothing is lent: asked first, then ended with reasons and their notice', async () => {
    const loan = await planLoan(api)
    const opened = await openSigning(loan.client, loan.loanNo)
    api.clock.advance(60_000)
    const preview = await correct(loan, TEXAS, { mode: FormActionMode.preview })
    expect(preview).toMatchObject({ code: 1, data: { endsApplication: true } })
    const unasked = await correct(loan, TEXAS)
    expect(unasked).toMatchObject({
      code: codeOf('stateNotServed'),
      data: { errors: [{ elementKey: 'state', message: expect.stringContaining('We lend in') as string }] },
    })
    expect((await loanOf(loan))?.status).toBe(LoanStatus.originating)
    expect((await readPersonal(loan)).values['state']).toBe('DE')
    const ended = await correct(loan, TEXAS, { mayEnd: true })
    expect(ended).toMatchObject({ code: 1, data: { endsApplication: true } })
    expect((await loanOf(loan))?.status).toBe(LoanStatus.withdrawn)
    const view = await sectionsOf(loan)
    expect(view).toMatchObject({
      notification: NotificationCode.withdrawn,
      reasons: [{ code: 'stateNotServed' }],
      signStatus: SignStatus.voided,
    })
    expect((await loan.client.call(signingSignCall, signInput(opened))).code).not.toBe(1)
    await api.runJobs()
    const { documents } = await loan.client.ask(documentListCall, { query: { loanNo: loan.loanNo } })
    const letter = documents.find(({ documentType }) => documentType === DocumentType.adverseAction)
    const text = readPdfText(await documentBytes(api, loan.client, letter?.documentNo ?? '')).join(' ')
    expect(text).toContain('7 Sample Road')
    expect((await correct(loan, MISSOURI)).code).toBe(codeOf('sectionNotEditable'))
  })

  test('income too old to decide on ends nothing: it is asked for first', async () => {
    const loan = await planLoan(api)
    await api.database.db.execute(
      sql`update ibv_reports set received_at = received_at - interval '90 days' where loan_no = ${loan.loanNo}`,
    )
    expect((await correct(loan, TEXAS, { mayEnd: true })).code).toBe(codeOf('incomeNotVerified'))
    expect((await readPersonal(loan)).values['state']).toBe('DE')
    expect((await loanOf(loan))?.status).toBe(LoanStatus.originating)
  })

  test('what may end an application ends none where the state is served, and no military mail is taken', async () => {
    const loan = await planLoan(api)
    expect(await correct(loan, MISSOURI, { mayEnd: true })).toMatchObject({
      code: 1,
      data: { endsApplication: false, loanFlags: RECALCULATED },
    })
    expect((await loanOf(loan))?.status).toBe(LoanStatus.originating)
    const mail = await correct(loan, { zip: '09012' }, { mayEnd: true })
    expect(mail).toMatchObject({ code: codeOf('stateNotServed'), data: { errors: [{ elementKey: 'zip' }] } })
  })

  test('a ZIP code of another state is asked at the field; kept, the decision sends it to an agent', async () => {
    const loan = await planLoan(api)
    const asked = await correct(loan, { zip: '65201' })
    expect(asked).toMatchObject({
      code: codeOf('invalidInput'),
      data: { errors: [{ elementKey: 'zipConfirmed' }] },
    })
    const kept = await correct(loan, { zip: '65201', zipConfirmed: true })
    expect(kept).toMatchObject({ code: 1, data: { loanFlags: RECALCULATED } })
    await askAmount(loan)
    expect(await loanOf(loan)).toMatchObject({
      status: LoanStatus.originating,
      subStatus: OriginatingSubStatus.agentReview,
    })
    expect((await correct(loan, SAME_STATE)).code).toBe(codeOf('sectionNotEditable'))
  })

  test('with a reviewer the address waits: it is corrected once the application is back, and not after the end', async () => {
    const loan = await qualifyForLoan(api)
    const employee = await signInEmployee(api)
    const pass = (to: OriginatingSubStatus) =>
      employee.ask(passOnLoanCall, { body: { loanNo: loan.loanNo, to, note: 'a look at the address' } })
    await pass(OriginatingSubStatus.agentReview)
    expect((await correct(loan, SAME_STATE)).code).toBe(codeOf('sectionNotEditable'))
    await pass(OriginatingSubStatus.customerReview)
    expect((await correct(loan, SAME_STATE)).code).toBe(1)
    await loan.client.ask(withdrawApplicationCall, { body: { loanNo: loan.loanNo, reason: 'moved' } })
    expect((await correct(loan, MISSOURI)).code).toBe(codeOf('sectionNotEditable'))
  })

  test('of a correction and a signature at once one counts: a signed agreement names the address on file', async () => {
    const loan = await planLoan(api)
    const opened = await openSigning(loan.client, loan.loanNo)
    await giveConsent(api, loan.client, opened)
    const [signed, corrected] = await Promise.all([
      loan.client.call(signingSignCall, signInput(opened)),
      correct(loan, SAME_STATE),
    ])
    expect([signed.code === 1, corrected.code === 1].filter(Boolean)).toHaveLength(1)
    const after = await loanOf(loan)
    const { street } = (await readPersonal(loan)).values
    expect(street === SAME_STATE.street).toBe(after?.signedAt === null)
  })

  test('of a correction and the opening of a signing at once the agreement names the address on file', async () => {
    const loan = await planLoan(api)
    const signature = { body: { loanNo: loan.loanNo, purpose: 'signature' } } as const
    const [corrected] = await Promise.all([
      correct(loan, SAME_STATE),
      loan.client.call(createRequestCodeCall, signature),
    ])
    expect(corrected.code).toBe(1)
    expect(await agreementText(loan)).toContain('9 Sample Lane, Apt 2')
  })
})
