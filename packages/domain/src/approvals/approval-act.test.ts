import { expect, test } from 'vitest'
import { cents } from '../money/cents.ts'
import { approvalEnd, stateAt } from './approval-life.ts'
import { type ApprovalAct, canonicalAct } from './canonical-act.ts'
import { figureDifferences, inWords } from './figures.ts'

const act: ApprovalAct = {
  approvalNo: 'A000000012',
  kind: 'posting',
  permission: 'posting.enter',
  title: 'Refund 302, duplicate debit',
  subject: 'Loan 118-0000011',
  portfolioId: 118,
  loanNo: '118-0000011',
  amount: '9255',
  enteredBy: 'employee:ada',
  enteredAt: '2026-03-03T15:00:00.000Z',
  note: 'taken "twice"',
  asEntered: [{ label: 'Amount', value: '$92.55' }],
  differences: [{ label: 'Owed today', before: '$10.00', after: '$0.00', change: '−$10.00' }],
  effects: ['Refund to the borrower'],
}

test('an act has one text, whatever the order of its parts; each part counts (facts/staff-passkeys.md §2)', () => {
  const turned = Object.fromEntries(Object.entries(act).toReversed()) as unknown as ApprovalAct
  expect(canonicalAct(turned)).toBe(canonicalAct(act))
  expect(canonicalAct(act)).toMatch(/^dolphin-act\/1\n\{"amount":"9255","approvalNo":"A000000012",/)
  const changed: Partial<ApprovalAct>[] = [
    { amount: '9256' },
    { loanNo: null },
    { note: 'taken twice' },
    { effects: [] },
    { asEntered: [] },
    { differences: act.differences.map((one) => ({ ...one, after: '$0.01' })) },
  ]
  const texts = changed.map((part) => canonicalAct({ ...act, ...part }))
  expect(new Set([canonicalAct(act), ...texts]).size).toBe(changed.length + 1)
})

test('an approval waits for five days; an answer stands for ever', () => {
  const enteredAt = new Date('2026-03-03T15:00:00Z')
  const endsAt = approvalEnd(enteredAt)
  expect(endsAt).toEqual(new Date('2026-03-08T15:00:00Z'))
  const justBefore = new Date(endsAt.getTime() - 1)
  expect(stateAt({ state: 'waiting', endsAt }, justBefore)).toBe('waiting')
  expect(stateAt({ state: 'waiting', endsAt }, endsAt)).toBe('expired')
  expect(stateAt({ state: 'confirmed', endsAt }, endsAt)).toBe('confirmed')
})

test('figures that differ are told with their change; what comes or goes has nothing to subtract', () => {
  const before = [
    { label: 'Status', value: '203 live' },
    { label: 'Principal', value: cents(50_000n) },
    { label: 'Fees', value: cents(0n) },
    { label: 'Next payment', value: '03/13/2026' },
  ]
  const after = [
    { label: 'Status', value: '206 terminated/paidOff' },
    { label: 'Principal', value: cents(40_745n) },
    { label: 'Fees', value: cents(0n) },
    { label: 'Refunded', value: cents(100n) },
  ]
  expect(figureDifferences(before, after)).toEqual([
    { label: 'Status', before: '203 live', after: '206 terminated/paidOff', change: null },
    { label: 'Principal', before: '$500.00', after: '$407.45', change: '−$92.55' },
    { label: 'Next payment', before: '03/13/2026', after: '–', change: null },
    { label: 'Refunded', before: '–', after: '$1.00', change: null },
  ])
})

test('a name of the code is read as words', () => {
  expect(['moneyOrder', 'check', 'noiaNotSubmitted'].map(inWords)).toEqual([
    'money order',
    'check',
    'noia not submitted',
  ])
})
