import { expect, test } from 'vitest'
import { AssertionFailure } from '../assert.ts'
import { localDate } from '../calendar/local-date.ts'
import { cents } from '../money/cents.ts'
import { achAuthorizationDocument, agreementDocument } from './agreement.ts'
import { agreementFigures, differingFigures, readAgreementFigures } from './agreement-figures.ts'
import type { DisclosureBlock, DocumentModel } from './document-model.ts'
import { documentText } from './testing/document-text.ts'
import { longDate, longInstant } from './long-date.ts'
import { adverseActionDocument } from './notice-documents.ts'
import { sampleAgreement } from './sample-agreement.ts'
import { sampleSignature } from './testing/sample-signature.ts'

const input = sampleAgreement()
const words = (model: DocumentModel) => documentText(model).join('\n')
const boxOf = (model: DocumentModel) =>
  model.blocks.find((block): block is DisclosureBlock => block.kind === 'disclosure')

test('1026.17(a)(2): of the four figures exactly APR and finance charge stand out', () => {
  const figures = boxOf(agreementDocument(input))?.figures ?? []
  expect(figures.map(({ label, value, standsOut }) => [label, value, standsOut])).toEqual([
    ['ANNUAL PERCENTAGE RATE', '258.32%', true],
    ['FINANCE CHARGE', '$426.00', true],
    ['Amount financed', '$500.00', false],
    ['Total of payments', '$926.00', false],
  ])
})

test('1026.17(c)(2): before a person has approved, what follows from the expected day is marked as an estimate', () => {
  const estimated = agreementDocument({ ...input, isEstimate: true })
  expect(boxOf(estimated)?.figures.map(({ value }) => value)).toEqual([
    '258.32% (e)',
    '$426.00 (e)',
    '$500.00',
    '$926.00 (e)',
  ])
  expect(words(estimated)).toContain('March 6, 2026 (e)')
  expect(words(estimated)).toContain('“e” means an estimate.')
  const figures = agreementFigures({ ...input, isEstimate: true })
  expect(differingFigures(figures, readAgreementFigures(documentText(estimated)))).toEqual([])
  expect(words(agreementDocument(input))).not.toContain('(e)')
})

test('1026.18(g): equal payments are one line with every date, the last odd one stands apart', () => {
  const rows = boxOf(agreementDocument(input))?.schedule.rows ?? []
  expect(rows.map(([count, amount]) => [count, amount])).toEqual([
    ['12', '$70.00'],
    ['1', '$86.00'],
  ])
  expect(rows[0]?.[2]).toMatch(/^03\/20\/2026, 04\/03\/2026, /)
  expect(rows[1]?.[2]).toBe('09/04/2026')
})

test('1026.18(c): the itemization is outside the box', () => {
  const model = agreementDocument(input)
  expect(JSON.stringify(boxOf(model))).not.toContain('Itemization')
  expect(words(model)).toContain('Itemization of the amount financed')
})

test('1026.18(k): the refund of a prepaid charge is spoken of only where there is one', () => {
  const withFee = sampleAgreement({
    itemization: {
      ...input.itemization,
      paidToBorrower: cents(48_000n),
      prepaidFinanceCharge: cents(2_000n),
    },
    disclosure: { ...input.disclosure, amountFinanced: cents(48_000n), financeCharge: cents(44_600n) },
  })
  expect(words(agreementDocument(withFee))).toContain(
    'not be entitled to a refund of the prepaid finance charge',
  )
  expect(words(agreementDocument(input))).not.toContain('refund of the prepaid finance charge')
})

test.each([
  ['a cent more in the total', { disclosure: { ...input.disclosure, totalOfPayments: cents(92_601n) } }],
  ['a cent more paid out', { itemization: { ...input.itemization, paidToBorrower: cents(50_001n) } }],
  ['a payment missing', { installments: input.installments.slice(0, -1) }],
])('1026.18(b), (d), (h): an agreement with %s is never written', (_, wrong) => {
  expect(() => agreementDocument(sampleAgreement(wrong))).toThrow(AssertionFailure)
})

test('32 CFR 232.8(c): a covered borrower gets no arbitration clause, others get it where it exists', () => {
  const arbitrationTerms = ['A sample arbitration clause.']
  expect(words(agreementDocument(sampleAgreement({ arbitrationTerms })))).toContain('sample arbitration')
  const covered = sampleAgreement({ arbitrationTerms, coveredBorrower: true })
  expect(words(agreementDocument(covered))).not.toContain('sample arbitration')
  expect(words(agreementDocument(input))).not.toContain('Arbitration')
})

test('32 CFR 232.6(c): every agreement carries the statement on the MAPR', () => {
  expect(words(agreementDocument(input))).toContain('may not exceed an annual percentage rate of 36 percent')
})

test('1005.10(e): the authorization is a choice of its own, and its outcome is printed', () => {
  const said = (achAuthorization: 'offered' | 'given' | 'declined') =>
    words(agreementDocument(sampleAgreement({ achAuthorization })))
  expect(said('offered')).toContain('We do not make the loan depend on it.')
  expect(said('given')).toContain('You agreed to automatic payments.')
  expect(said('declined')).toContain('No payment will be taken from your account automatically.')
  expect(words(achAuthorizationDocument(input))).toContain('ending in 6789')
})

test('domain.md §8: the model is plain data that survives JSON', () => {
  const model = agreementDocument(input)
  expect(JSON.parse(JSON.stringify(model))).toEqual(model)
})

test('signing adds its mark and, on a page of its own, its record; all above is what was shown (domain.md §8)', () => {
  const signature = sampleSignature()
  const [before, after] = [agreementDocument(input), agreementDocument({ ...input, signature })]
  const changed = after.blocks.filter(
    (block, index) => JSON.stringify(block) !== JSON.stringify(before.blocks[index]),
  )
  expect(changed.map(({ kind }) => kind)).toEqual(['signature', 'heading', 'table', 'facts'])
  expect(after.blocks.slice(-3).map(({ kind }) => kind)).toEqual(['heading', 'table', 'facts'])
})

test('the record tells each step with instant, address and browser, the consents and the hash (15 USC 7001)', () => {
  const text = words(agreementDocument({ ...input, signature: sampleSignature() }))
  for (const said of [
    'The agreement was opened for signing',
    'March 5, 2026, 2:00:09 PM New York time',
    'The agreement was signed',
    '192.0.2.7',
    'Sample Browser 1.0',
    'electronicRecords, version 1',
    'ab'.repeat(32),
  ]) {
    expect(text).toContain(said)
  }
})

test('domain.md §8: a missing or doubled label is a difference, not a guess', () => {
  const texts = documentText(agreementDocument(input))
  const expected = agreementFigures(input)
  expect(differingFigures(expected, readAgreementFigures(texts))).toEqual([])
  expect(differingFigures(expected, readAgreementFigures([...texts, 'FINANCE CHARGE', '', '$1.00']))).toEqual(
    ['financeCharge'],
  )
  expect(differingFigures(expected, readAgreementFigures([]))).toContain('apr')
})

test('the summary speaks each language asked for, and says which text binds', () => {
  const model = agreementDocument(sampleAgreement({ summaryLanguages: ['es'] }))
  expect(words(model)).toContain('El contrato completo está en inglés')
  expect(words(model)).not.toContain('Your loan in plain words')
})

test('1002.9(b)(2): an adverse action notice gives one to four reasons', () => {
  const notice = (reasons: readonly string[]) =>
    adverseActionDocument({
      lender: input.lender,
      federalAgency: { name: 'Federal Trade Commission', address: 'Washington, DC 20580' },
      applicant: { name: 'Pat Example' },
      loanNo: input.loanNo,
      decisionDate: input.documentDate,
      reasons,
      improvements: [],
    })
  expect(words(notice(['Insufficient income']))).toContain('Equal Credit Opportunity Act')
  expect(() => notice([])).toThrow(AssertionFailure)
  expect(() => notice(['1', '2', '3', '4', '5'])).toThrow(AssertionFailure)
})

test('a combined notice says what is not offered, what is, by when, and that no other notice follows (12 CFR 1002.9(a))', () => {
  const notice = words(
    adverseActionDocument({
      lender: input.lender,
      federalAgency: { name: 'Federal Trade Commission', address: 'Washington, DC 20580' },
      applicant: { name: 'Pat Example' },
      loanNo: input.loanNo,
      decisionDate: input.documentDate,
      reasons: ['The account is new.'],
      improvements: [],
      counteroffer: {
        asked: { en: 'the loan of $500.00 that you asked for', es: 'el préstamo de $500.00 que pidió' },
        offered: { en: 'a loan of $200.00 to $300.00', es: 'un préstamo de $200.00 a $300.00' },
        validThrough: localDate(2026, 4, 3),
      },
    }),
  )
  expect(notice).toContain('We cannot offer you the loan of $500.00 that you asked for.')
  expect(notice).toContain('Podemos ofrecerle un préstamo de $200.00 a $300.00.')
  expect(notice).toContain('sign the agreement by April 3, 2026')
  expect(notice).toContain('no other notice follows')
  expect(notice).toContain('Equal Credit Opportunity Act')
})

test('product.md §9: dates are written out, instants on the New York clock', () => {
  expect(longDate(localDate(2026, 3, 5))).toBe('March 5, 2026')
  expect(longDate(localDate(2026, 3, 5), 'es')).toBe('5 de marzo de 2026')
  expect(longInstant(new Date('2026-07-01T04:00:00Z'))).toBe('July 1, 2026, 12:00:00 AM New York time')
  expect(longInstant(new Date('2026-01-01T17:00:01Z'))).toBe('January 1, 2026, 12:00:01 PM New York time')
})
