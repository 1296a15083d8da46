import { expect, test } from 'vitest'
import { actorText, causeText, placeText, PROOFS } from './history-text.ts'

test('where a transaction or loan came to is said in words', () => {
  expect(placeText('transactionStatus', '4')).toBe('On a batch')
  expect(placeText('loanStatus', 'originating/customerReview')).toBe('Originating, customer review')
  expect(placeText('transactionStatus', '99')).toBe('99')
})

test('who did it is said without a customer’s number', () => {
  expect(actorText('customer:rlTKw1qH8i7Z')).toBe('Customer')
  expect(actorText('system')).toBe('System')
})

test('facts become names and values, instants the desk’s own; what was cut short stays', () => {
  expect(causeText('{"noteNo":"N000000001","loanNo":null}')).toBe('Note no: N000000001')
  expect(causeText('{}')).toBe('')
  const confirmed = '{"approvalNo":"A000000001","digest":"2c7d"}'
  expect(causeText(confirmed)).toBe('Approval no: A000000001; Digest: 2c7d')
  expect(causeText(confirmed, PROOFS)).toBe('Approval no: A000000001')
  expect(causeText('sent 2026-03-13T12:30:00-04:00')).toBe('sent Mar 13, 2026, 12:30 PM')
  expect(causeText('not sent on 2026-03-13')).toBe('not sent on Mar 13, 2026')
  expect(causeText('{"businessDate":"2026-03-13","fileName":"ret-2026-03-13.ach"}')).toBe(
    'Business date: Mar 13, 2026; File name: ret-2026-03-13.ach',
  )
  expect(causeText('{"note":"cut of')).toBe('{"note":"cut of')
})
