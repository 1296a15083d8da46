import { describe, expect, test } from 'vitest'
import { SignStatus } from '../../loans/codes.ts'
import {
  AMENDMENT_ENDS,
  AMENDMENT_EVENTS,
  amendmentEffect,
  OPEN_AMENDMENT_STATES,
  openAmendmentState,
} from './amendment-life.ts'

const cells = OPEN_AMENDMENT_STATES.flatMap((state) =>
  AMENDMENT_EVENTS.map((event) => ({ state, event, cell: amendmentEffect(state, event) })),
)
const possible = cells.flatMap(({ cell, ...of }) => ('refused' in cell ? [] : [{ ...of, effect: cell }]))
const ended = possible.filter(({ effect }) => AMENDMENT_ENDS.some((end) => end === effect.state))

describe('the life of an amendment that was sent (domain.md §14)', () => {
  test('every cell is an effect, or has its reason', () => {
    const words = cells.map(({ state, event, cell }) =>
      'refused' in cell
        ? `${state} ${event}: refused. ${cell.refused}`
        : `${state} ${event}: ${cell.state}, sign status ${cell.signStatus}, change ${cell.change} ${cell.acts.join(' ')}`.trim(),
    )
    expect(words).toMatchInlineSnapshot(`
      [
        "waiting reserved: signing, sign status 0, change toSign",
        "waiting signed: refused. Nothing is signed before the signature is reserved.",
        "waiting declined: declined, sign status 3, change cancelled openWorkItem",
        "waiting withdrawn: withdrawn, sign status 3, change cancelled notifyWithdrawn",
        "waiting lastDayPassed: expired, sign status 2, change failed notifyFailed openWorkItem",
        "waiting figuresChanged: outdated, sign status 4, change failed notifyFailed openWorkItem",
        "waiting loanPaused: paused, sign status 5, change toSign",
        "waiting loanResumed: waiting, sign status 0, change toSign",
        "waiting loanEnded: ended, sign status 3, change cancelled",
        "signing reserved: refused. The borrower has signed it.",
        "signing signed: signed, sign status 1, change open saveChange",
        "signing declined: refused. The borrower has signed it.",
        "signing withdrawn: refused. The borrower has signed it.",
        "signing lastDayPassed: signing, sign status 0, change toSign",
        "signing figuresChanged: outdated, sign status 4, change failed notifyFailed openWorkItem",
        "signing loanPaused: signing, sign status 0, change toSign",
        "signing loanResumed: signing, sign status 0, change toSign",
        "signing loanEnded: ended, sign status 3, change cancelled",
        "paused reserved: refused. Nothing is signed while the loan is suspended.",
        "paused signed: refused. Nothing is signed while the loan is suspended.",
        "paused declined: declined, sign status 3, change cancelled openWorkItem",
        "paused withdrawn: withdrawn, sign status 3, change cancelled notifyWithdrawn",
        "paused lastDayPassed: expired, sign status 2, change failed notifyFailed openWorkItem",
        "paused figuresChanged: paused, sign status 5, change toSign",
        "paused loanPaused: paused, sign status 5, change toSign",
        "paused loanResumed: waiting, sign status 0, change toSign",
        "paused loanEnded: ended, sign status 3, change cancelled",
      ]
    `)
  })

  test('only a signature changes the schedule', () => {
    const saving = possible.filter(({ effect }) => effect.acts.includes('saveChange'))
    expect(saving.map(({ state, event }) => `${state} ${event}`)).toEqual(['signing signed'])
    for (const { effect } of possible)
      expect(effect.change === 'open').toBe(effect.acts.includes('saveChange'))
  })

  test('whatever waits has an end on its last day, unless it was signed in time', () => {
    for (const { state, event, effect } of possible.filter(({ event }) => event === 'lastDayPassed'))
      expect(effect.state, `${state} ${event}`).toBe(state === 'signing' ? 'signing' : 'expired')
  })

  test('what came to nothing for the lender reaches a person, and what failed reaches the borrower', () => {
    for (const { state, event, effect } of ended) {
      const name = `${state} ${event}`
      expect(effect.acts.includes('notifyFailed'), name).toBe(effect.change === 'failed')
      const isOurs = ['signed', 'withdrawn', 'ended'].includes(effect.state)
      expect(effect.acts.includes('openWorkItem'), name).toBe(!isOurs)
    }
  })

  test('the sign status is that of the signing session, and tells the state', () => {
    for (const { effect } of possible.filter((one) => !ended.includes(one)))
      expect(openAmendmentState(effect.signStatus, effect.state === 'signing')).toBe(effect.state)
    for (const { effect } of ended)
      expect([SignStatus.notSigned, SignStatus.suspended]).not.toContain(effect.signStatus)
  })
})
