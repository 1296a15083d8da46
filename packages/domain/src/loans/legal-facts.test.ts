import { describe, expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import { LoanStatus } from './codes.ts'
import {
  daysNotCounted,
  endFault,
  isNoticeStopped,
  isScheduleCollected,
  LEGAL_FACT_KINDS,
  type LegalFact,
  type LegalFactKind,
  legalEffects,
  noteFault,
  standingFacts,
  stateForBorrower,
} from './legal-facts.ts'
import { canHappen } from '../servicing/acts/status-moves.ts'
import { LOAN_STATES } from './loan-life.ts'

const march = (day: number) => localDate(2026, 3, day)
const noted = (kind: LegalFactKind, since = 10, endedOn: number | null = null): LegalFact => ({
  kind,
  since: march(since),
  endedOn: endedOn === null ? null : march(endedOn),
})
const { suspended, collecting, disbursed, processing, terminated } = LoanStatus

describe('what a fact of law stops (domain.md §2)', () => {
  test.each([
    [[], [false, false, false, false]],
    [['bankruptcy'], [true, true, true, true]],
    [['activeDuty'], [false, true, false, true]],
    [
      ['activeDuty', 'bankruptcy'],
      [true, true, true, true],
    ],
  ] as const)('%j: debits, dunning, asking, fees: %j', (kinds, stops) => {
    const effects = legalEffects(kinds.map((kind) => noted(kind)))
    const { stopsDebits, stopsDunning, asksNothing, stopsFees } = effects
    expect([stopsDebits, stopsDunning, asksNothing, stopsFees]).toEqual(stops)
  })

  test('an ended one stops nothing', () => {
    expect(standingFacts([noted('bankruptcy', 10, 12), noted('activeDuty')])).toEqual(['activeDuty'])
    expect(Object.values(legalEffects([noted('bankruptcy', 10, 12)])).some(Boolean)).toBe(false)
  })
})

test('its days do not count as past due, those of an ended one neither', () => {
  const facts = [noted('bankruptcy', 2, 5), noted('activeDuty', 10), noted('bankruptcy', 12, 12)]
  expect(daysNotCounted(facts, march(20))).toEqual([
    { from: march(2), to: march(5) },
    { from: march(10), to: march(20) },
  ])
})

test.each([
  [disbursed, null, [], true],
  [processing, null, ['activeDuty'], true],
  [suspended, 'activeDuty', ['activeDuty'], true],
  [suspended, 'hardReturn', ['activeDuty'], false],
  [processing, null, ['bankruptcy'], false],
  [suspended, 'bankruptcy', ['bankruptcy'], false],
  [collecting, 'notified', [], false],
] as const)('the schedule of %i %s with %j is collected: %s', (status, subStatus, kinds, collected) => {
  const facts = kinds.map((kind) => noted(kind))
  expect(isScheduleCollected({ status, subStatus }, facts)).toBe(collected)
})

test('the borrower of a loan that owes reads of the bankruptcy alone', () => {
  const bankrupt = [noted('bankruptcy')]
  const shown = { status: suspended, subStatus: 'bankruptcy' }
  expect(stateForBorrower({ status: collecting, subStatus: 'notified' }, bankrupt)).toEqual(shown)
  expect(stateForBorrower({ status: suspended, subStatus: 'hardReturn' }, bankrupt)).toEqual(shown)
  const ended = { status: terminated, subStatus: 'paidOff' } as const
  expect(stateForBorrower(ended, bankrupt)).toEqual(ended)
  const past = { status: collecting, subStatus: 'notified' } as const
  expect(stateForBorrower(past, [noted('activeDuty')])).toEqual(past)
})

test('a demand is never sent under either; in bankruptcy nothing that leads to a payment is', () => {
  const sent = (facts: readonly LegalFact[]) =>
    (['loanPastDue', 'paymentUpcoming', 'paymentReceived', 'rightsNotice'] as const).filter(
      (kind) => !isNoticeStopped(kind, facts),
    )
  expect(sent([])).toEqual(['loanPastDue', 'paymentUpcoming', 'paymentReceived', 'rightsNotice'])
  expect(sent([noted('activeDuty')])).toEqual(['paymentUpcoming', 'paymentReceived', 'rightsNotice'])
  // The notice of the second failure says that what is due is owed: in bankruptcy that is a demand.
  expect(sent([noted('bankruptcy')])).toEqual(['paymentReceived'])
})

describe('noted and ended', () => {
  const today = march(20)
  test('once of each kind at a time, not before it is so', () => {
    for (const kind of LEGAL_FACT_KINDS) {
      expect(noteFault([], { kind, since: march(1), today })).toBeUndefined()
      expect(noteFault([noted(kind)], { kind, since: march(11), today })).toBe('standsAlready')
      expect(noteFault([noted(kind, 1, 5)], { kind, since: march(11), today })).toBeUndefined()
      expect(noteFault([], { kind, since: march(21), today })).toBe('inFuture')
    }
  })
  test('ended on a day since it stands', () => {
    const kind = 'bankruptcy'
    expect(endFault([noted(kind)], { kind, endedOn: march(10), today })).toBeUndefined()
    expect(endFault([noted(kind)], { kind, endedOn: march(9), today })).toBe('beforeSince')
    expect(endFault([noted(kind)], { kind, endedOn: march(21), today })).toBe('inFuture')
    expect(endFault([noted(kind, 1, 5)], { kind, endedOn: march(6), today })).toBe('notNoted')
  })
})

test('no count of days leads from bankruptcy or active duty to collection (domain.md §2)', () => {
  const toCollecting = LOAN_STATES.filter((state) => canHappen(state, 'pastDueTooLong'))
  const places = toCollecting.map(({ subStatus }) => subStatus)
  expect(places).not.toContain('bankruptcy')
  expect(places).not.toContain('activeDuty')
  expect(places).toContain('hardReturn')
})
