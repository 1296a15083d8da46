import { DAY_MS } from '@dolphin/domain/time/durations'
import { CALLS } from '@dolphin/contract/registry'
import { findResource } from '@dolphin/database/applications/resource-repository'
import { lockLoan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import type { LoanEvent } from '@dolphin/domain/loans/loan-edges'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import { storedLoan } from '@dolphin/testkit/loan-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveLoan } from '../../modules/loans/loan-moves.ts'
import { hashToken } from '../../security/secrets.ts'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import { ANSWERS, beginApplication, fillApplication } from '../applications.ts'
import { openSigning, readProofCode, readyToSign, signInput } from '../signing-sessions.ts'
import { createCustomer, mailedToken } from '../customers.ts'
import { signInEmployee } from '../employees.ts'
import { applyForLoan, planLoan, plansOf } from '../offers.ts'
import { signLoan } from '../signed-loans.ts'
import type { TestClient } from '../test-client.ts'
import { expectRefused } from './expect-refused.ts'
import { asking, proveChanges } from './prove-changes.ts'

let api: TestApi
let employee: TestClient

beforeAll(async () => {
  api = await startTestApi()
  employee = await signInEmployee(api)
})
afterAll(() => api.close())

const { birthDate } = ANSWERS.personal

async function move(loanNo: string, ...events: readonly LoanEvent[]): Promise<void> {
  for (const event of events) {
    const moved = await api.deps.units.write(async (unit) => {
      const loan = await lockLoan(unit.tx, { portfolioId: 118, loanNo })
      assert(loan !== undefined, 'the loan is there')
      return moveLoan(api.deps, unit, loan, { event, actor: 'employee:test' })
    })
    expect(moved.ok).toBe(true)
  }
}

/** Gives a customer a loan in collection, as the books of earlier years may hold one. */
async function fallIntoArrears(openId: string): Promise<void> {
  const { loanNo } = await storedLoan(api.database.db, { openId })
  await api.database.executeSql(
    `update loans set status = ${LoanStatus.collecting}, sub_status = 'notified' where loan_no = '${loanNo}'`,
  )
}

describe('steps of a signing that is not open', () => {
  async function consentInput(loan: Pick<Awaited<ReturnType<typeof planLoan>>, 'client' | 'loanNo'>) {
    const opened = await openSigning(loan.client, loan.loanNo)
    const { requestCode, details } = opened
    const proofCode = await readProofCode(api, loan.client, details.proofDocumentNo)
    const consents = details.consents.map(({ kind, version }) => ({ kind, version, given: true }))
    return { opened, input: { params: { requestCode }, body: { proofCode, consents } } }
  }

  test('terms changed, paused, expired: each refuses consent with its own code', async () => {
    const voided = await planLoan(api)
    const first = await consentInput(voided)
    const { plans, savedOptionId } = await plansOf(voided)
    const optionId = plans.find((plan) => plan.optionId !== savedOptionId)?.optionId ?? ''
    await voided.client.ask(CALLS.savePaymentOption, { body: { loanNo: voided.loanNo, optionId } })
    await expectRefused(voided.client, 'signingConsent', first.input, 'signingVoided')
    const paused = await planLoan(api)
    const second = await consentInput(paused)
    await move(paused.loanNo, 'passedToAgent')
    await expectRefused(paused.client, 'signingConsent', second.input, 'signingSuspended')
  })

  test('after seven days no consent is taken (domain.md §8)', async () => {
    const { client, loanNo } = await planLoan(api)
    const { input } = await consentInput({ client, loanNo })
    const start = api.clock.now()
    api.clock.advance(7 * DAY_MS)
    const opened = await api.deps.units.write(async (unit) =>
      ok(await api.sessions.open(unit, { kind: 'customer', owner: client, userAgent: '' }, false)),
    )
    if (opened.ok) client.session = opened.value
    await expectRefused(client, 'signingConsent', input, 'signingExpired')
    api.clock.set(start)
  })

  test('a required consent is required, in the version that was shown', async () => {
    const loan = await planLoan(api)
    const { input } = await consentInput(loan)
    const { params, body } = input
    const none = body.consents.map((one) => ({ ...one, given: false }))
    await expectRefused(
      loan.client,
      'signingConsent',
      { params, body: { ...body, consents: none } },
      'consentRequired',
    )
    const old = body.consents.map((one) => ({ ...one, version: 99 }))
    await expectRefused(
      loan.client,
      'signingConsent',
      { params, body: { ...body, consents: old } },
      'consentOutdated',
    )
  })

  test('there is no link to a signing that was never opened, and no copy of what is not signed', async () => {
    const { client, loanNo } = await planLoan(api)
    await expectRefused(client, 'sendLoanAgreement', { body: { loanNo, to: 'link' } }, 'signingNotOpen')
    await expectRefused(client, 'sendLoanAgreement', { body: { loanNo, to: 'copy' } }, 'loanStatusInvalid')
    await expectRefused(
      client,
      'signingConsent',
      {
        params: { requestCode: 'nothing' },
        body: { proofCode: 'A', consents: [{ kind: 'electronicRecords', version: 3, given: true }] },
      },
      'notFound',
    )
  })

  test('what was declined cannot be declined or signed again', async () => {
    const { client, opened } = await readyToSign(api)
    const params = { requestCode: opened.requestCode }
    await client.ask(CALLS.signingDecline, { params, body: {} })
    await expectRefused(client, 'signingDecline', { params, body: {} }, 'signingNotOpen')
    await expectRefused(client, 'signingSign', signInput(opened), 'signingNotOpen')
  })
})

describe('who is in collection begins nothing new (domain.md §2)', () => {
  test('no form and no attaching; and the status says why', async () => {
    const client = await createCustomer(api, { email: 'arrears1@example.com' })
    await proveChanges(api, () => fallIntoArrears(client.openId), {
      checkCollectionStatus: asking(client, 'checkCollectionStatus', { body: {} }),
    })
    const changed = { ...ANSWERS.personal, ssn: '521-51-1001', email: 'arrears1@example.com' }
    const begin = { params: { code: 'personal' }, body: { externalKey: null, changed, version: 0 } }
    await expectRefused(client, 'createForm', begin, 'inCollection')
    const guest = api.client()
    const { resource } = await beginApplication(guest, { ssn: '521-51-1002', email: 'arrears2@example.com' })
    const attach = { body: { resource, ssnLast4: '1002', birthDate } }
    await expectRefused(client, 'attachLoan', attach, 'inCollection')
  })
})

describe('steps of an application that has gone on', () => {
  test('withdrawn, it takes no answers, no amount, no statement and no second withdrawal', async () => {
    const loan = await applyForLoan(api)
    const { client, loanNo, applicationNo } = loan
    await client.ask(CALLS.withdrawApplication, { body: { loanNo } })
    await expectRefused(client, 'withdrawApplication', { body: { loanNo } }, 'loanStatusInvalid')
    await expectRefused(client, 'calculateQualifiedAmount', { body: { applicationNo } }, 'loanStatusInvalid')
    const params = { code: 'employment' }
    const body = { externalKey: applicationNo, changed: { monthlyNetIncome: '4300.00' }, version: 1 }
    await expectRefused(client, 'updateForm', { params, body }, 'sectionNotEditable')
    await expectRefused(client, 'createForm', { params, body }, 'sectionNotEditable')
  })

  test('once the money is on its way, withdrawing is too late', async () => {
    const { client, loanNo } = await signLoan(api)
    await employee.ask(CALLS.runBatch, { body: { portfolioId: 118 } })
    await expectRefused(client, 'withdrawApplication', { body: { loanNo } }, 'withdrawalTooLate')
    const again = { body: { portfolioId: 118 } }
    expect((await employee.call(CALLS.runBatch, again)).code).toBe(1)
  })

  test('what is saved twice from one reading is a conflict; another state may not be served', async () => {
    const email = 'conflict@example.com'
    const client = await createCustomer(api, { email })
    const { applicationNo } = await fillApplication(client, { ssn: '521-51-1003', email })
    const params = { code: 'question' }
    const stale = { externalKey: applicationNo, changed: { externalOpenLoans: '2' }, version: 0 }
    await expectRefused(client, 'createForm', { params, body: stale }, 'conflict')
    await expectRefused(client, 'updateForm', { params, body: stale }, 'conflict')
    const moved = { externalKey: applicationNo, changed: { state: 'NY', zip: '10001' }, version: 1 }
    await expectRefused(client, 'updateForm', { params: { code: 'personal' }, body: moved }, 'stateNotServed')
  })
})

describe('identity/authenticate (contract.md; domain.md §3)', () => {
  async function begun(email: string, ssn: string) {
    const owner = await createCustomer(api, { email })
    return { owner, ...(await fillApplication(owner, { ssn, email })) }
  }

  test('who knows what the applicant said gets a session for that application alone', async () => {
    const { resource, applicationNo, loanNo } = await begun('proof1@example.com', '521-51-2001')
    const other = await begun('proof2@example.com', '521-51-2002')
    const client = api.client()
    const answer = await client.ask(CALLS.authenticateIdentity, {
      body: { resource, ssnLast4: '2001', birthDate },
    })
    expect(answer).toMatchObject({ applicationNo, loanNo, next: `/application/${resource}` })
    client.session = answer.session
    const sections = await client.ask(CALLS.listSection, { query: { applicationNo } })
    expect(sections).toMatchObject({ applicationNo, signedIn: false })
    await client.ask(CALLS.updateForm, {
      params: { code: 'question' },
      body: { externalKey: applicationNo, changed: { externalOpenLoans: '1' }, version: 1 },
    })
    await client.ask(CALLS.createRequestCode, { body: { loanNo, purpose: 'IBV' } })
    const file = { name: 'page.csv', type: 'text/csv', bytes: Buffer.from('Date,Amount\n') }
    const uploaded = await client.call(CALLS.uploadBankStatement, { body: { loanNo } }, { file })
    expect([401, 403, 404]).not.toContain(uploaded.status)
    await expectRefused(client, 'listSection', { query: { applicationNo: other.applicationNo } }, 'notFound')
    const signature = { body: { loanNo, purpose: 'signature' } } as const
    await expectRefused(client, 'createRequestCode', signature, 'signInRequiredForStep')
    await expectRefused(
      client,
      'savePaymentOption',
      { body: { loanNo, optionId: 'x' } },
      'signInRequiredForStep',
    )
    await expectRefused(client, 'documentList', { query: {} }, 'signInRequiredForStep')
    await expectRefused(client, 'paymentDetail', { query: { loanNo } }, 'signInRequiredForStep')
    const { events } = await employee.ask(CALLS.searchAudit, {
      body: { portfolioId: 118, event: 'identityMatched' },
    })
    expect(JSON.stringify(events)).toContain(applicationNo)
  })

  test('five wrong answers lock the link, also for the right one', async () => {
    const { resource } = await begun('proof3@example.com', '521-51-2003')
    const wrong = { body: { resource, ssnLast4: '0000', birthDate } }
    const anonymous = api.client()
    for (let tried = 1; tried < 5; tried += 1) {
      await expectRefused(anonymous, 'authenticateIdentity', wrong, 'identityNotMatched')
    }
    await expectRefused(anonymous, 'authenticateIdentity', wrong, 'identityLocked')
    const right = { body: { resource, ssnLast4: '2003', birthDate } }
    await expectRefused(anonymous, 'authenticateIdentity', right, 'identityLocked')
    const stored = await findResource(api.database.db, api.deps.cipher, hashToken(resource))
    expect(stored?.failedTries).toBe(5)
  })

  test('a link of another portfolio or for another purpose authenticates no one', async () => {
    const { resource } = await begun('proof4@example.com', '521-51-2004')
    const body = { resource, ssnLast4: '2004', birthDate }
    await expectRefused(api.client(110), 'authenticateIdentity', { body }, 'loanStatusInvalid')
    const email = 'proof5@example.com'
    const ask = { portfolioId: 118, email, createAccountType: 2 } as const
    await api.client().ask(CALLS.sendCreateAccountEmail, { body: ask })
    const other = { ...body, resource: await mailedToken(api, email) }
    await expectRefused(api.client(), 'authenticateIdentity', { body: other }, 'loanStatusInvalid')
  })
})
