import { expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import { cents } from '../money/cents.ts'
import { rational } from '../money/rational.ts'
import { sampleAgreement } from './sample-agreement.ts'
import { payoffLetter } from './payoff-letter.ts'
import { documentText } from './testing/document-text.ts'

test('the letter quotes the interest of a day with four decimals (schedules.md §3)', () => {
  const { lender, loanNo } = sampleAgreement()
  // 689.11 at 260 % a year: 4.90873 a day.
  const letter = payoffLetter({
    lender,
    loanNo,
    borrowerName: 'Sample Borrower',
    documentDate: localDate(2026, 8, 13),
    goodThrough: localDate(2026, 8, 14),
    goodUntil: new Date('2026-08-13T21:00:00Z'),
    principal: cents(68_911n),
    interest: cents(3_436n),
    fees: cents(0n),
    total: cents(72_347n),
    dailyInterest: rational(68_911n * 260n, 36_500n),
    whereToPay: 'Pay on your loan’s page.',
  })
  expect(documentText(letter).join('\n')).toContain('$4.9087')
})
