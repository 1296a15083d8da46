import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NoticeFact } from '../loan-model/facts.ts'
import { findingsOf } from '../loan-model/laws.ts'
import { changeIsKept, type ChangeSeen } from '../loan-model/laws/change-laws.ts'
import { mailsSayAsPage } from '../loan-model/laws/notice-laws.ts'
import { batchDoesAsShown } from '../loan-model/laws/schedule-laws.ts'
import { MUTATIONS } from '../loan-model/mutations.ts'
import { RULES } from '../loan-model/rules.ts'
import type { LifePlan } from './life-plan.ts'
import type { Witness } from './life.ts'
import { live } from './live.ts'

let api: TestApi
/** What the laws looked at in sound lives. */
const witness: Witness = { facts: [], batches: [], readings: [], changes: [] }

/** Of the lives made for planted defects, those that meet returns, retries, fees, receipts, overpayments and a payoff. */
const LIVES = [
  'feeForEachTry',
  'smallerDebitRefused',
  'refundNeverSent',
  'checkedPayoffStaysOpen',
  'payNowKeepsRetry',
]

/** A payment of a Monday that the borrower is to send and does not. */
const NOT_SENT: LifePlan = {
  begins: 'funded',
  acts: [
    { act: 'availability', code: 1, about: 0 },
    { act: 'stop', about: 0 },
    { act: 'days', count: 9, missesBatch: false, missesNotice: false, about: 0 },
  ],
}

/** A batch of ours that is missed moves its payment. */
const MISSED: LifePlan = {
  begins: 'funded',
  acts: [
    { act: 'days', count: 5, missesBatch: false, missesNotice: false, about: 0 },
    { act: 'days', count: 1, missesBatch: true, missesNotice: false, about: 0 },
    { act: 'days', count: 2, missesBatch: false, missesNotice: false, about: 0 },
  ],
}

/** A payment beside the schedule, another schedule, and a payoff that waits for the borrower's money. */
const CHANGED: readonly LifePlan[] = [
  { act: 'payDown', mode: 15_000, day: 1, share: 20, effect: 'shorter' } as const,
  { act: 'fixed', mode: 15_000, amount: 120 } as const,
  { act: 'payOff', mode: 15_009, day: 2 } as const,
].map((of) => ({ begins: 'funded', acts: [{ act: 'shown', of, about: 0 }] }))

beforeAll(async () => {
  api = await startTestApi()
  const defects = JSON.parse(
    readFileSync(fileURLToPath(new URL('./seeded-defects.json', import.meta.url)), 'utf8'),
  ) as readonly { readonly name: string; readonly life: LifePlan }[]
  for (const { life } of defects.filter(({ name }) => LIVES.includes(name))) await live(api, life, witness)
  await live(api, NOT_SENT, witness)
  await live(api, MISSED, witness)
  for (const life of CHANGED) await live(api, life, witness)
}, 180_000)
afterAll(() => api.close())

const broken = (rules: typeof RULES): number =>
  witness.facts.flatMap((facts) => findingsOf(facts, rules)).length +
  witness.batches.flatMap((batch) => batchDoesAsShown(batch, rules)).length

test('the sound lives break no law of the model as it is', () => {
  expect(witness.facts.length).toBeGreaterThan(50)
  expect(broken(RULES)).toBe(0)
})

/** Messages as a lender would write them that does not keep what it says; each must break the law of its name. */
const FALSE_MESSAGES: readonly {
  readonly law: string
  readonly name: string
  readonly say: (notices: readonly NoticeFact[], today: number) => readonly NoticeFact[]
}[] = [
  {
    law: 'takenIsAnnounced',
    name: 'no payment is announced',
    say: (notices) => notices.filter(({ kind }) => kind !== 'paymentUpcoming'),
  },
  { law: 'takenIsAnnounced', name: 'another day is announced', say: aYearLater('paymentUpcoming') },
  {
    law: 'announcedComes',
    name: 'a payment of today is announced that does not come',
    say: (notices, today) => [...notices, announcementFor(today)],
  },
  {
    law: 'announcedComes',
    name: 'a payment that came back is to be tried again today, and is not',
    say: (notices, today) => [...notices, retryFor(today)],
  },
  {
    law: 'returnedIsTold',
    name: 'a payment that came back has no message',
    say: (notices) => notices.filter(({ kind }) => kind !== 'paymentReturned'),
  },
  {
    law: 'returnedIsTold',
    name: 'a payment that came back has two messages',
    say: (notices) => [...notices, ...notices.filter(({ kind }) => kind === 'paymentReturned')],
  },
  {
    law: 'returnedIsTold',
    name: 'the day of one that came back is another',
    say: aYearLater('paymentReturned'),
  },
  {
    law: 'returnedIsTold',
    name: 'the fee is another',
    say: (notices) =>
      notices.map((notice) => ({ ...notice, text: notice.text.replace('fee of $15.00', 'fee of $5.00') })),
  },
  {
    law: 'paidOffIsTold',
    name: 'a loan that owes is said to be paid off',
    say: (notices, today) => [...notices, { ...announcementFor(today), kind: 'paidOff', text: '' }],
  },
  {
    law: 'paidOffIsTold',
    name: 'a loan that is paid off is not said to be',
    say: (notices) => notices.filter(({ kind }) => kind !== 'paidOff'),
  },
]

function aYearLater(kind: string) {
  return (notices: readonly NoticeFact[]): NoticeFact[] =>
    notices.map((notice) =>
      notice.kind === kind ? { ...notice, text: notice.text.replaceAll(', 2026', ', 2027') } : notice,
    )
}

const announcementFor = (today: number): NoticeFact => ({
  kind: 'paymentUpcoming',
  key: [],
  on: today,
  order: Number.MAX_SAFE_INTEGER,
  text: `We will take $0.07 for loan 1 from your account ending in 1 on ${WRITTEN.format(today * 86_400_000)}.`,
})

const retryFor = (today: number): NoticeFact => {
  const day = WRITTEN.format(today * 86_400_000)
  const text = `Your bank returned your payment of $0.07 for loan 1 on ${day}: We try it again on ${day}, and tell you before.`
  return { ...announcementFor(today), kind: 'paymentReturned', text }
}

const WRITTEN = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

test.each(FALSE_MESSAGES)('$law finds it where $name', ({ law, say }) => {
  const found = witness.facts.flatMap((facts) =>
    findingsOf({ ...facts, notices: say(facts.notices, facts.today) }),
  )
  expect(found.map((one) => one.law)).toContain(law)
})

test('a message that names another next payment or another new day than the page is found', () => {
  const readings = witness.readings.filter(({ notices }) => notices.length > 0)
  expect(readings.flatMap(mailsSayAsPage)).toEqual([])
  const otherDay = readings.map(({ notices, page }) => ({
    page,
    notices: notices.map((notice) => ({ ...notice, text: notice.text.replaceAll(', 2026', ', 2027') })),
  }))
  const words = otherDay.flatMap(mailsSayAsPage).map((finding) => finding.words)
  expect(words.join('; ')).toMatch(/as the next payment, and the page/)
  expect(words.join('; ')).toMatch(/moves .+, and the page has no such payment/)
})

/** Changes that are not kept; each as a lender would have it that shows one thing and stores another. */
const UNKEPT: readonly { readonly name: string; readonly as: (seen: ChangeSeen) => ChangeSeen }[] = [
  {
    name: 'the preview showed a cent less',
    as: (seen) => ({ ...seen, previewed: { ...seen.previewed, totalAfter: seen.previewed.totalAfter - 1n } }),
  },
  {
    name: 'the preview showed another payment',
    as: (seen) => ({ ...seen, previewed: { ...seen.previewed, rows: dearer(seen.previewed.rows) } }),
  },
  {
    name: 'the loan has payments of another amount',
    as: (seen) => ({ ...seen, after: { ...seen.after, rows: dearer(seen.after.rows) } }),
  },
  {
    name: 'the loan has payments of another day',
    as: (seen) => ({
      ...seen,
      after: { ...seen.after, rows: seen.after.rows.map((row) => ({ ...row, day: row.day + 7 })) },
    }),
  },
  {
    name: 'a payment is missing from the page',
    as: (seen) => ({ ...seen, after: { ...seen.after, rows: seen.after.rows.slice(0, -1) } }),
  },
]

const dearer = <Row extends { readonly amount: bigint }>(rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, amount: row.amount + 1n }))

test.each(UNKEPT)('each change is found where $name', ({ as }) => {
  expect(witness.changes).toHaveLength(3)
  expect(witness.changes.some(({ saved }) => saved.isExpected)).toBe(true)
  for (const seen of witness.changes) {
    expect(changeIsKept(seen)).toEqual([])
    expect(changeIsKept(as(seen)).map(({ law }) => law)).toContain('changeIsKept')
  }
})

test.each(MUTATIONS)('a model with $name finds the sound product wrong', ({ rules }) => {
  expect(broken(rules)).toBeGreaterThan(0)
})
