import { expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import { formatCurrency } from '../money/currency-format.ts'
import { federalBox } from './agreement-tables.ts'
import {
  federalDisclosureDocument,
  incompletenessDocument,
  privacyNoticeDocument,
} from './origination-documents.ts'
import { sampleAgreement } from './sample-agreement.ts'

const input = sampleAgreement()

test('the federal disclosure has the figures of the agreement and refers to it (12 CFR 1026.18)', () => {
  const { blocks } = federalDisclosureDocument(input)
  const box = blocks.find((block) => block.kind === 'disclosure')
  expect(box).toMatchObject({ figures: federalBox(input).figures, schedule: federalBox(input).schedule })
  expect(JSON.stringify(box)).toContain('See the loan agreement')
  expect(JSON.stringify(box)).not.toContain('this agreement')
  expect(JSON.stringify(blocks)).toContain(formatCurrency(input.disclosure.totalOfPayments))
})

test('the privacy notice says the words of the portfolio in both languages', () => {
  const summary = { en: 'In short.', es: 'En breve.' }
  const text = { en: 'One.\n\nTwo.', es: 'Uno.\n\nDos.' }
  const notice = privacyNoticeDocument({
    lender: input.lender,
    date: localDate(2026, 3, 3),
    version: 2,
    summary,
    text,
  })
  const said = notice.blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []))
  expect(said).toEqual(expect.arrayContaining(['One.', 'Two.', 'Uno.', 'Dos.']))
  expect(notice.footer).toContain('version 2')
})

test('the notice of incompleteness names what is missing and until when (12 CFR 1002.9(c)(2))', () => {
  const missing = [{ en: 'Your bank account', es: 'Su cuenta bancaria' }]
  const notice = incompletenessDocument({
    lender: input.lender,
    applicant: 'Jordan Sample',
    loanNo: '118-0000013',
    noticeDate: localDate(2026, 3, 3),
    missing,
    answerBy: localDate(2026, 3, 13),
  })
  const said = JSON.stringify(notice.blocks)
  for (const words of [
    'Your bank account',
    'Su cuenta bancaria',
    'March 13, 2026',
    'cannot consider your application further',
  ])
    expect(said).toContain(words)
})
