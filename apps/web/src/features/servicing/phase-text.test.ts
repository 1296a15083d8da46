import { describe, expect, test } from 'vitest'
import { ENDED, type Phase, phaseMeaning, phaseText } from './phase-text.ts'

const PAYMENT: readonly (readonly [Phase, string, RegExp])[] = [
  ['scheduled', 'Scheduled', /not been sent/],
  ['sent', 'Sent to your bank', /can’t stop it/],
  ['taken', 'Taken', /already counts/],
  ['cleared', 'Cleared', /final/],
  ['cameBack', 'Returned', /does not count/],
  ['notSent', 'Not sent', /did not ask your bank/],
  ['pastDue', 'Past due', /didn’t reach us in time/],
]

describe('status honesty: each state of a debit has its words and its meaning (ux.md)', () => {
  test.each(PAYMENT)('%s from the borrower', (phase, name, meaning) => {
    expect(phaseText(phase, 'in')).toBe(name)
    expect(phaseMeaning(phase, 'in')).toMatch(meaning)
  })

  test.each(PAYMENT.map(([phase]) => phase))('%s to the borrower speaks of money that comes', (phase) => {
    expect(phaseMeaning(phase, 'out')).not.toBe(phaseMeaning(phase, 'in'))
    expect(phaseMeaning(phase, 'out')).toMatch(/money/i)
  })

  test('no payment that came back or waits is called taken or cleared', () => {
    for (const phase of ENDED.filter((each) => each !== 'cleared'))
      expect(phaseText(phase, 'in')).not.toMatch(/taken|cleared|received/i)
  })
})
