import { SignStatus, LoanStatus } from '@dolphin/domain/loans/codes'
import { signingConsentCall, signingSignCall, sendLoanAgreementCall } from '@dolphin/contract/agreements'
import { documentListCall } from '@dolphin/contract/documents'
import { getRequestDetailsCall, getRequestStatusCall } from '@dolphin/contract/verification'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { listConsents } from '@dolphin/database/consents/consent-repository'
import { listDebitAuthorizations } from '@dolphin/database/servicing/debit-authorization-repository'
import { findLoan, listLoanMoves } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { listTicketsAfter } from '@dolphin/database/channel/ticket-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { formatUsDate } from '@dolphin/domain/calendar/local-date'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { PaymentMode, TransactionType, TransactionStatus } from '@dolphin/domain/payments/codes'
import { sha256Hex } from '@dolphin/integrations/objects/object-key'
import { readPdfText } from '@dolphin/integrations/document/pdf-text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import {
  signingSessionRow,
  documentBytes,
  giveConsent,
  openSigning,
  readyToSign,
  signInput,
} from '../../testing/signing-sessions.ts'
import { createCustomer } from '../../testing/customers.ts'
import { planLoan } from '../../testing/offers.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const keyOf = (loanNo: string) => ({ portfolioId: Number(loanNo.slice(0, 3)), loanNo })

test('118: signed, approved, credit planned, in one transaction; told once by mail, tickets and history (domain.md §2, §8)', async () => {
  const { client, loanNo, email, opened } = await readyToSign(api)
  const signed = await client.ask(signingSignCall, signInput(opened))
  expect(signed).toMatchObject({ signStatus: SignStatus.signed, loanStatus: LoanStatus.approved, loanNo })
  expect(new Set(signed.documents.map(({ documentType }) => documentType))).toEqual(new Set([1, 2]))
  const loan = await findLoan(api.database.db, keyOf(loanNo))
  expect(loan).toMatchObject({
    status: LoanStatus.approved,
    flags: [],
    signedAt: api.clock.now(),
    approvedAt: api.clock.now(),
  })
  const [credit, ...others] = await listTransactions(api.database.db, keyOf(loanNo))
  expect(others).toEqual([])
  expect(credit).toMatchObject({
    type: TransactionType.credit,
    status: TransactionStatus.none,
    amount: loan?.approvedAmount,
  })
  const moves = await listLoanMoves(api.database.db, keyOf(loanNo))
  expect(moves.at(-1)).toMatchObject({ toStatus: LoanStatus.approved, actor: `customer:${client.openId}` })
  const kinds = (await api.mailsTo(email)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'agreementCopy')).toHaveLength(1)
  expect(kinds.filter((kind) => kind === 'approved')).toHaveLength(1)
  const tickets = await listTicketsAfter(api.database.db, client, 0, 100)
  expect(tickets.filter(({ ticket }) => ticket === 3001).map(({ data }) => data['signStatus'])).toEqual([1])
  expect(tickets.at(-1)).toMatchObject({
    ticket: 3003,
    data: { loanStatus: LoanStatus.approved, trackerStep: 3 },
  })
})

test('110: signed goes to the underwriter, nothing is paid out yet (domain.md §2)', async () => {
  const { client, loanNo, opened } = await readyToSign(api, { portfolioId: 110 })
  const signed = await client.ask(signingSignCall, signInput(opened))
  expect(signed).toMatchObject({ signStatus: SignStatus.signed, loanStatus: LoanStatus.originating })
  const loan = await findLoan(api.database.db, keyOf(loanNo))
  expect(loan).toMatchObject({ subStatus: 'underwriterReview', approvedAt: null })
  expect(await listTransactions(api.database.db, keyOf(loanNo))).toEqual([])
})

test('the figures in the signed PDF are the stored plan, to the cent; its hash is the stored one (design/security.md I10)', async () => {
  const { client, loanNo, opened } = await readyToSign(api)
  const signed = await client.ask(signingSignCall, signInput(opened))
  const agreement = signed.documents.find(({ documentType }) => documentType === 1)
  const pdf = await documentBytes(api, client, agreement?.documentNo ?? '')
  expect(sha256Hex(pdf)).toBe(agreement?.sha256)
  const certificate = api.deps.seals.get(118)?.certificatePem ?? ''
  expect(await api.deps.documents.verify(pdf, [certificate])).toMatchObject({ valid: true, whole: true })
  const stored = await findCurrentPlan(api.database.db, keyOf(loanNo))
  if (stored === undefined) throw new Error('the plan is there')
  // The seal is an update behind the rendered file, whose own end comes first.
  const rendered = pdf.subarray(0, Buffer.from(pdf).indexOf('%%EOF') + 6)
  const figures = await api.deps.documents.readFigures(rendered)
  expect(figures.get('apr')).toBe(`${stored.plan.apr}%`)
  expect(figures.get('financeCharge')).toBe(formatCurrency(stored.plan.financeCharge))
  expect(figures.get('amountFinanced')).toBe(formatCurrency(stored.plan.amountFinanced))
  expect(figures.get('totalOfPayments')).toBe(formatCurrency(stored.plan.totalOfPayments))
  for (const { number, amount, dueDate, balanceAfter } of stored.installments) {
    expect(figures.get(`payment ${number} amount`)).toBe(formatCurrency(amount))
    expect(figures.get(`payment ${number} due`)).toBe(formatUsDate(dueDate))
    expect(figures.get(`payment ${number} balance`)).toBe(formatCurrency(balanceAfter))
  }
})

test('the signed PDF ends with its record: every step with instant, address and browser, and the shown hash (domain.md §8)', async () => {
  const { client, opened } = await readyToSign(api)
  const signed = await client.ask(signingSignCall, signInput(opened))
  const agreement = signed.documents.find(({ documentType }) => documentType === 1)
  const pdf = await documentBytes(api, client, agreement?.documentNo ?? '')
  const rendered = pdf.subarray(0, Buffer.from(pdf).indexOf('%%EOF') + 6)
  const texts = readPdfText(rendered)
  const record = texts.slice(texts.indexOf('Record of this signing'))
  expect(record.filter((text) => text === 'test browser')).toHaveLength(3)
  expect(record.filter((text) => text.includes('New York time'))).toHaveLength(3)
  const { requestCode, details } = opened
  expect(record).toContain(requestCode)
  expect(record.join('').replaceAll(/\s/g, '')).toContain(details.documents[0]?.sha256)
  expect(record.join(' ')).toContain('electronicRecords, version 3')
})

test('what was shown is what the PDF of the page is: hash, bytes and model belong together (domain.md §8)', async () => {
  const { client, loanNo } = await planLoan(api)
  const { details, url, ticket } = await openSigning(client, loanNo)
  expect({ ticket, url: /^\/signature\/[\w-]{43}$/.test(url) }).toEqual({ ticket: 3001, url: true })
  const [document] = details.documents
  const shown = await documentBytes(api, client, document?.documentNo ?? '')
  expect(sha256Hex(shown)).toBe(document?.sha256)
  expect(document?.model.blocks.some(({ kind }) => kind === 'disclosure')).toBe(true)
  expect(details).toMatchObject({
    signStatus: SignStatus.notSigned,
    signerName: 'Jordan Sample',
    electronicConsentGiven: false,
  })
  const { documents } = await client.ask(documentListCall, { query: {} })
  expect(documents.map(({ documentNo }) => documentNo)).not.toContain(document?.documentNo)
})

test('twenty signatures at once make one; the others are told the same (design/security.md T9)', async () => {
  const { client, loanNo, opened, email } = await readyToSign(api)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.call(signingSignCall, signInput(opened))),
  )
  expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => 1))
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
  const signatures = (await listAudit(api.database.db, 118, loanNo)).filter(
    ({ action }) => action === 'agreementSigned',
  )
  expect(signatures).toHaveLength(1)
  const { documents } = await client.ask(documentListCall, { query: { loanNo } })
  expect(documents.filter(({ documentType }) => documentType === 1)).toHaveLength(1)
  expect(await listTransactions(api.database.db, keyOf(loanNo))).toHaveLength(1)
  expect((await api.mailsTo(email)).filter(({ kind }) => kind === 'agreementCopy')).toHaveLength(1)
})

test('of two different marks at once one is the signature', async () => {
  const { client, opened } = await readyToSign(api)
  const typed = signInput(opened)
  const other = {
    ...typed,
    body: { ...typed.body, mark: { kind: 'typed' as const, text: 'Jordan  SAMPLE' } },
  }
  const answers = await Promise.all([typed, other].map((input) => client.call(signingSignCall, input)))
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
    codeOf('signingAlreadySigned'),
    1,
  ])
})

test('a key spent on another intent signs nothing (contract.md "Idempotency")', async () => {
  const { client, opened, loanNo } = await readyToSign(api)
  const idempotencyKey = '2c1de0a6-1111-4222-8333-777788889999'
  await client.ask(sendLoanAgreementCall, { body: { loanNo, to: 'link' } }, { idempotencyKey })
  const refused = await client.call(signingSignCall, signInput(opened), { idempotencyKey })
  expect(refused.code).toBe(codeOf('idempotencyKeyReused'))
  const { requestCode } = opened
  expect(await client.ask(getRequestStatusCall, { query: { requestCode } })).toMatchObject({
    signStatus: SignStatus.notSigned,
  })
})

test('the same request again gets its first answer; signed is signed (contract.md "Idempotency")', async () => {
  const { client, opened } = await readyToSign(api)
  const idempotencyKey = '2c1de0a6-1111-4222-8333-444455556666'
  const first = await client.ask(signingSignCall, signInput(opened), { idempotencyKey })
  expect(await client.ask(signingSignCall, signInput(opened), { idempotencyKey })).toEqual(first)
  const drawn = {
    kind: 'drawn' as const,
    width: 300,
    height: 100,
    strokes: [
      [
        { x: 10, y: 50 },
        { x: 280, y: 60 },
      ],
    ],
  }
  const input = signInput(opened)
  const again = await client.call(signingSignCall, { ...input, body: { ...input.body, mark: drawn } })
  expect(again.code).toBe(codeOf('signingAlreadySigned'))
})

test('another hash, another document or none at all is not what was shown (domain.md §8)', async () => {
  const { client, opened } = await readyToSign(api)
  const input = signInput(opened)
  const [document] = input.body.documents
  const wrong = [
    [{ documentNo: document?.documentNo ?? '', sha256: '0'.repeat(64) }],
    [{ documentNo: 'D000000001', sha256: document?.sha256 ?? '' }],
    [...input.body.documents, ...input.body.documents],
  ]
  for (const documents of wrong) {
    const answer = await client.call(signingSignCall, { ...input, body: { ...input.body, documents } })
    expect(answer.code).toBe(codeOf('documentHashMismatch'))
  }
  expect(await signingSessionRow(api, { client }, opened.requestCode)).toMatchObject({
    signStatus: SignStatus.notSigned,
    signedAt: null,
  })
})

test('a mark is the signer’s name or a drawing of some size', async () => {
  const { client, opened } = await readyToSign(api)
  const input = signInput(opened)
  const dot = { kind: 'drawn' as const, width: 300, height: 100, strokes: [[{ x: 10, y: 50 }]] }
  for (const mark of [{ kind: 'typed' as const, text: 'Somebody Else' }, dot]) {
    const answer = await client.call(signingSignCall, { ...input, body: { ...input.body, mark } })
    expect(answer.code).toBe(codeOf('signatureInvalid'))
    expect(answer.data).toMatchObject({ errors: [{ elementKey: 'mark' }] })
  }
  const drawn = {
    ...dot,
    strokes: [
      [
        { x: 10, y: 50 },
        { x: 200, y: 20 },
        { x: 280, y: 70 },
      ],
    ],
  }
  const signed = await client.ask(signingSignCall, { ...input, body: { ...input.body, mark: drawn } })
  expect(signed.signStatus).toBe(1)
})

test('consent to electronic records needs the code out of the PDF, and signing needs the consent (15 USC 7001(c))', async () => {
  const { client, loanNo } = await planLoan(api)
  const opened = await openSigning(client, loanNo)
  expect((await client.call(signingSignCall, signInput(opened))).code).toBe(codeOf('signingConsentMissing'))
  const consents = opened.details.consents.map(({ kind, version }) => ({ kind, version, given: true }))
  const params = { requestCode: opened.requestCode }
  const wrong = await client.call(signingConsentCall, { params, body: { proofCode: 'ZZZZZZ', consents } })
  expect(wrong.code).toBe(codeOf('signingConsentMissing'))
  expect(wrong.data).toMatchObject({ errors: [{ elementKey: 'proofCode' }] })
  const before = await listConsents(api.database.db, client)
  await giveConsent(api, client, opened)
  expect((await listConsents(api.database.db, client)).length).toBe(before.length + 2)
  const details = await client.ask(getRequestDetailsCall, { query: { requestCode: opened.requestCode } })
  expect(details).toMatchObject({ electronicConsentGiven: true })
})

test('automatic payments are declinable without losing the loan (12 CFR 1005.10(e))', async () => {
  const { client, loanNo, opened } = await readyToSign(api, { ach: false })
  const signed = await client.ask(signingSignCall, signInput(opened))
  expect(signed).toMatchObject({ loanStatus: LoanStatus.approved })
  expect(signed.documents.map(({ documentType }) => documentType)).toEqual([1])
  const details = await client.ask(getRequestDetailsCall, { query: { requestCode: opened.requestCode } })
  if (details.purpose !== 'signature') throw new Error('a signing')
  expect(JSON.stringify(details.documents[0]?.model)).toContain('You declined automatic payments')
  expect(await listTransactions(api.database.db, keyOf(loanNo))).toHaveLength(1)
  expect(await listDebitAuthorizations(api.database.db, keyOf(loanNo))).toEqual([])
  const current = await findCurrentPlan(api.database.db, keyOf(loanNo))
  expect(current?.plan.disclosure['paymentMode']).toBe(PaymentMode.moneyOrder)
  expect(current?.installments.length).toBeGreaterThan(0)
  expect((await findLoan(api.database.db, keyOf(loanNo)))?.planNo).toBe(current?.plan.planNo)
})

test('the signed authorization is recorded for every debit (12 CFR 1005.10(b); I6)', async () => {
  const { client, loanNo, opened } = await readyToSign(api)
  const signed = await client.ask(signingSignCall, signInput(opened))
  const authorizations = await listDebitAuthorizations(api.database.db, keyOf(loanNo))
  expect(authorizations).toMatchObject([
    { kind: 'agreement', openId: client.openId, amount: null, revokedAt: null },
  ])
  expect(signed.documents).toContainEqual(
    expect.objectContaining({ documentType: 2, documentNo: authorizations[0]?.documentNo }),
  )
  const current = await findCurrentPlan(api.database.db, keyOf(loanNo))
  expect(current?.plan.disclosure['paymentMode']).toBe(PaymentMode.ach)
})

test('another customer, portfolio or no session: no view, no signature (design/security.md T5, T6)', async () => {
  const { opened } = await readyToSign(api)
  const query = { requestCode: opened.requestCode }
  const other = await createCustomer(api, { email: 'other-sign@example.com' })
  const elsewhere = await createCustomer(api, { email: 'elsewhere-sign@example.com', portfolioId: 110 })
  for (const otherCustomer of [other, elsewhere]) {
    const codes = [
      await otherCustomer.call(getRequestStatusCall, { query }),
      await otherCustomer.call(getRequestDetailsCall, { query }),
      await otherCustomer.call(signingSignCall, signInput(opened)),
    ].map(({ code }) => code)
    expect(codes).toEqual(codes.map(() => codeOf('notFound')))
  }
  expect((await api.client().call(signingSignCall, signInput(opened))).code).toBe(codeOf('noIdentity'))
})
