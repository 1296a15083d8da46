import { HOUR_MS } from '@dolphin/domain/time/durations'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { updateFormCall } from '@dolphin/contract/applications-forms'
import { calculateQualifiedAmountCall } from '@dolphin/contract/decisions'
import { listDisbursementLoanCall } from '@dolphin/contract/disbursement'
import { documentListCall } from '@dolphin/contract/documents'
import { savePaymentOptionCall } from '@dolphin/contract/plans'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { findSection } from '@dolphin/database/applications/application-repository'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { findLoan, listLoanMoves } from '@dolphin/database/loans/loan-repository'
import { listTicketsAfter } from '@dolphin/database/channel/ticket-repository'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { fillApplication, fillSection, beginApplication } from '../../testing/applications.ts'
import { createCustomer } from '../../testing/customers.ts'
import { prepareDecision } from './decision-service.ts'
import { type AppliedLoan, applyForLoan, askAmount, plansOf } from '../../testing/offers.ts'
import { planCodes } from '../../testing/plan-calls.ts'
import { signInByMail } from '../../testing/call-coverage/sign-in-by-mail.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const keyOf = ({ loanNo }: AppliedLoan) => ({ portfolioId: Number(loanNo.slice(0, 3)), loanNo })
const placesOf = async (applied: AppliedLoan) =>
  (await listLoanMoves(api.database.db, keyOf(applied))).map(
    ({ toStatus, toSubStatus }) => `${toStatus}${toSubStatus === null ? '' : ` ${toSubStatus}`}`,
  )
const decisionsOf = async (applied: AppliedLoan) =>
  (await listAudit(api.database.db, 118, applied.loanNo)).filter(({ action }) => action === 'decided')

test('result 1: the loan goes 101, auto validation, customer review, with an offer for 30 days (domain.md §2, §6)', async () => {
  const applied = await applyForLoan(api)
  const offer = await askAmount(applied)
  expect(offer).toMatchObject({
    result: 1,
    minimum: '200.00',
    step: '50.00',
    loanStatus: LoanStatus.originating,
    subStatus: 'customerReview',
    notification: null,
    reasons: [],
  })
  expect(await placesOf(applied)).toEqual(['101', '102 autoValidation', '102 customerReview'])
  const loan = await findLoan(api.database.db, keyOf(applied))
  expect(loan).toMatchObject({ amountResult: 1, category: 1, military: -1 })
  const mails = await api.mailsTo(applied.email)
  expect(mails.filter(({ kind }) => kind === 'qualified')).toHaveLength(1)
  const tickets = await listTicketsAfter(api.database.db, applied.client, 0, 50)
  expect(tickets.filter(({ ticket }) => ticket === 3003).length).toBeGreaterThan(0)
})

test('the offer goes to the account’s own address, never to one that was typed and not verified', async () => {
  const applied = await applyForLoan(api, { personal: { email: 'typed-only@example.com' } })
  expect(await askAmount(applied)).toMatchObject({ result: 1 })
  expect((await api.mailsTo(applied.email)).filter(({ kind }) => kind === 'qualified')).toHaveLength(1)
  expect(await api.mailsTo('typed-only@example.com')).toEqual([])
})

test('unchanged inputs answer the stored decision and change nothing (domain.md §6)', async () => {
  const applied = await applyForLoan(api)
  const first = await askAmount(applied)
  api.clock.advance(60_000)
  expect(await askAmount(applied)).toEqual(first)
  expect(await decisionsOf(applied)).toHaveLength(1)
  expect(await placesOf(applied)).toHaveLength(3)
})

test('result 2 shows the offer and asks for the verified account; its right numbers make it result 1 (domain.md §6)', async () => {
  const applied = await applyForLoan(api, { bankUser: 'user_unmatched' })
  const offer = await askAmount(applied)
  expect(offer.result).toBe(2)
  const [account] = offer.accountsToMatch
  expect(account).toMatchObject({ accountTail: '9090', accountMasked: '••••9090' })
  const { client, applicationNo } = applied
  const match = {
    accountId: account?.accountId ?? '',
    routingNumber: '123456780',
    accountNumber: '000909090901111',
  }
  const wrong = await client.call(calculateQualifiedAmountCall, { body: { applicationNo, match } })
  expect(wrong.code).toBe(codeOf('bankAccountNotMatched'))
  expect(wrong.data).toMatchObject({
    errors: [
      {
        elementKey: 'bankAccountNo',
        message: 'Please enter the Routing Number (or Account Number) ends with 9090',
      },
    ],
  })
  const right = { ...match, accountNumber: '909090909090' }
  const matched = await client.ask(calculateQualifiedAmountCall, { body: { applicationNo, match: right } })
  expect(matched).toMatchObject({ result: 1, accountsToMatch: [], maximum: offer.maximum })
  const bank = await findSection(
    api.database.db,
    api.deps.cipher,
    { portfolioId: 118, applicationNo },
    SectionKey.bank,
  )
  expect(bank?.answers['bankAccountNo']).toBe('000909090909090')
})

test('result 2: another customer’s account stays closed, plans are locked, the sixth try waits an hour (domain.md §6)', async () => {
  const applied = await applyForLoan(api, { bankUser: 'user_unmatched' })
  const otherCustomer = await applyForLoan(api)
  const offer = await askAmount(applied)
  const { client, applicationNo, loanNo, email } = applied
  const typed = (accountNumber: string) => ({
    accountId: offer.accountsToMatch[0]?.accountId ?? '',
    routingNumber: '123456780',
    accountNumber,
  })
  const right = typed('000909090909090')
  const tryMatch = (who: typeof client, match: typeof right) =>
    who.call(calculateQualifiedAmountCall, { body: { applicationNo, match } })
  expect((await tryMatch(otherCustomer.client, right)).code).toBe(codeOf('loanNotFound'))
  // The account of the other customer, whose numbers are verified for another loan only.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect((await tryMatch(client, typed('000111222333'))).code).toBe(codeOf('bankAccountNotMatched'))
  }
  expect((await tryMatch(client, right)).code).toBe(codeOf('tooManyRequests'))
  const body = { externalKey: applicationNo, changed: {}, version: 0 }
  const form = await client.call(updateFormCall, { params: { code: 'bank-match' }, body })
  expect(form.code).toBe(codeOf('tooManyRequests'))
  expect(await planCodes(client, loanNo)).toEqual(Array(4).fill(codeOf('bankAccountNotMatched')))
  api.clock.advance(HOUR_MS)
  expect((await tryMatch(client, right)).code).toBe(codeOf('tokenOutdated'))
  client.session = await signInByMail(api, client, email)
  expect(
    await client.ask(calculateQualifiedAmountCall, { body: { applicationNo, match: right } }),
  ).toMatchObject({
    result: 1,
    maximum: offer.maximum,
  })
  const { recommendedOptionId } = await plansOf(applied)
  const saved = { loanNo, optionId: recommendedOptionId ?? '' }
  expect((await client.ask(savePaymentOptionCall, { body: saved })).loanNo).toBe(loanNo)
})

test.each([['user_low_income'], ['user_no_history'], ['user_nsf'], ['user_no_account']])(
  'result 3 for an income cause (%s): stays 101, notification 203 with reasons, may be tried again (domain.md §6)',
  async (bankUser) => {
    const applied = await applyForLoan(api, { bankUser })
    const answer = await askAmount(applied)
    expect(answer).toMatchObject({
      result: 3,
      loanStatus: LoanStatus.initializing,
      notification: 203,
      verificationTriesLeft: 2,
      maximum: null,
    })
    expect(answer.reasons.length).toBeGreaterThan(0)
    const { loans } = await applied.client.ask(listDisbursementLoanCall, {})
    expect(loans[0]?.reasons).toEqual(answer.reasons)
    expect(await placesOf(applied)).toEqual(['101'])
    expect((await api.mailsTo(applied.email)).some(({ kind }) => kind === 'adverseAction')).toBe(false)
  },
)

test('a knock-out declines at once with specific reasons, a notice and a letter (12 CFR 1002.9, domain.md §6)', async () => {
  const applied = await applyForLoan(api, { bankUser: 'user_many_lenders' })
  const answer = await askAmount(applied)
  expect(answer).toMatchObject({
    result: 3,
    loanStatus: LoanStatus.withdrawn,
    notification: 301,
    hasQualifiedPrincipal: false,
  })
  expect(answer.reasons[0]).toMatchObject({ code: 'tooManyLenders' })
  expect(answer.reasons[0]?.change).not.toBe('')
  expect(await placesOf(applied)).toEqual(['101', '103'])
  const [mail] = (await api.mailsTo(applied.email)).filter(({ kind }) => kind === 'adverseAction')
  const text = mail?.content.text ?? ''
  expect(text).toContain('Jordan Sample')
  expect(text).toContain(answer.reasons[0]?.reason)
  expect(text).toMatch(/Equal Credit Opportunity Act/)
  expect(text).toMatch(/Federal Trade Commission/)
  expect(text).not.toMatch(/does not meet our criteria/i)
  const { documents } = await applied.client.ask(documentListCall, { query: { loanNo: applied.loanNo } })
  expect(documents.filter(({ documentType }) => documentType === 6)).toHaveLength(1)
  const again = await askAmount(applied)
  expect(again).toMatchObject({
    notification: 301,
    reasons: answer.reasons,
    documentNo: expect.stringMatching(/^D\d{9}$/) as string,
  })
  expect((await api.mailsTo(applied.email)).filter(({ kind }) => kind === 'adverseAction')).toHaveLength(1)
})

test('a referral goes to a person and promises nothing (domain.md §2)', async () => {
  const applied = await applyForLoan(api, { bankUser: 'user_other_owner' })
  const answer = await askAmount(applied)
  expect(answer).toMatchObject({
    result: 3,
    subStatus: 'agentReview',
    notification: 201,
    trackerStep: 2,
    reasons: [],
    maximum: null,
  })
  expect(await askAmount(applied)).toEqual(answer)
})

test('a covered borrower is checked before the offer, kept on record, and gets the military product (32 CFR 232.5)', async () => {
  const applied = await applyForLoan(api, { personal: { lastName: 'Covered', ssn: '521-46-1111' } })
  await askAmount(applied)
  const loan = await findLoan(api.database.db, keyOf(applied))
  expect(loan?.military).toBe(1)
  const { documents } = await applied.client.ask(documentListCall, { query: {} })
  expect(documents.filter(({ documentType }) => documentType === 13)).toHaveLength(1)
  const unknown = await applyForLoan(api, { personal: { ssn: '521-46-2222' } })
  expect(await askAmount(unknown)).toMatchObject({ subStatus: 'agentReview' })
})

test('the same Social Security number under another name at once is blocked, and the page is not told why', async () => {
  const ssn = '521-47-8080'
  const honest = await applyForLoan(api, { personal: { ssn } })
  await askAmount(honest)
  const other = await applyForLoan(api, { personal: { ssn, firstName: 'Alex', lastName: 'Other' } })
  const answer = await askAmount(other)
  expect(answer).toMatchObject({ result: 3, subStatus: 'blocked', notification: 201, reasons: [] })
})

test('what is missing is named: sections, then the bank', async () => {
  const client = await createCustomer(api, { email: 'half@example.com' })
  const { applicationNo } = await beginApplication(client, { ssn: '521-48-7001' })
  await fillSection(client, applicationNo, 'employment')
  const ask = () => client.call(calculateQualifiedAmountCall, { body: { applicationNo } })
  const half = await ask()
  expect(half.code).toBe(codeOf('sectionsIncomplete'))
  expect(half.data).toMatchObject({ errors: [{ elementKey: 'bank' }, { elementKey: 'question' }] })
  await fillSection(client, applicationNo, 'bank')
  await fillSection(client, applicationNo, 'question')
  expect((await ask()).code).toBe(codeOf('incomeNotVerified'))
})

test('another customer, portfolio or no session reaches no application (design/security.md T5, T6)', async () => {
  const { applicationNo } = await applyForLoan(api)
  const input = { body: { applicationNo } }
  expect((await api.client().call(calculateQualifiedAmountCall, input)).code).toBe(codeOf('noIdentity'))
  const other = await createCustomer(api, { email: 'other-decision@example.com' })
  expect((await other.call(calculateQualifiedAmountCall, input)).code).toBe(codeOf('loanNotFound'))
  const elsewhere = await createCustomer(api, { email: 'elsewhere-decision@example.com', portfolioId: 110 })
  expect((await elsewhere.call(calculateQualifiedAmountCall, input)).code).toBe(codeOf('loanNotFound'))
  other.session = { ...(other.session ?? { userCredential: '' }), accessToken: 'x'.repeat(43) }
  expect((await other.call(calculateQualifiedAmountCall, input)).code).toBe(codeOf('tokenOutdated'))
})

test('a limited session may ask for the amount of its own application (domain.md §3)', async () => {
  const client = api.client()
  const { applicationNo } = await fillApplication(client, { ssn: '521-48-7002' })
  const answer = await client.call(calculateQualifiedAmountCall, { body: { applicationNo } })
  expect(answer.code).toBe(codeOf('incomeNotVerified'))
})

test('-83131201 where the portfolio no longer originates (product.md §8)', async () => {
  const { client, applicationNo } = await applyForLoan(api)
  const data = api.deps.portfolios.byId(118)
  if (data === undefined) throw new Error('118 is shipped')
  const closed = { ...data, portfolio: { ...data.portfolio, originating: false } }
  const who = { sessionId: 's', tokenHash: 't', openId: client.openId, authenticatedAt: api.clock.now() }
  const actor = { kind: 'customer' as const, portfolioId: 118, ...who }
  const answer = await prepareDecision(api.deps, { actor, applicationNo, match: undefined, data: closed })
  expect(answer).toMatchObject({ ok: false, error: { name: 'portfolioClosed' } })
  expect(RESPONSE_CODES.portfolioClosed.code).toBe(-83131201)
})
