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
const CHANGES = { toSign: 'waits', open: 'holds', cancelled: 'taken back', failed: 'fails' } as const
const ended = possible.filter(({ effect }) => AMENDMENT_ENDS.some((end) => end === effect.state))

describe('the life of an amendment that was sent (domain.md §14)', () => {
  test('every cell is an effect, or has its reason', () => {
    const words = cells.map(({ state, event, cell }) =>
      'refused' in cell
        ? `${state} ${event}: refused. ${cell.refused}`
        : `${state} ${event}: ${cell.state}, sign status ${cell.signStatus}, change ${CHANGES[cell.change]} ${cell.acts.join(' ')}`.trim(),
    )
    expect(words).toMatchInlineSnapshot(`
      [
        "waiting reserved: signing, sign status 0, change waits",
        "waiting signed: refused. Nothing is signed before the signature is reserved.",
        "waiting declined: declined, sign status 3, change taken back openWorkItem",
        "waiting withdrawn: withdrawn, sign status 3, change taken back notifyWithdrawn",
        "waiting lastDayPassed: expired, sign status 2, change fails notifyFailed openWorkItem",
        "waiting figuresChanged: outdated, sign status 4, change fails notifyFailed openWorkItem",
        "waiting loanPaused: paused, sign status 5, change waits",
        "waiting loanResumed: waiting, sign status 0, change waits",
        "waiting bankruptcyNoted: withdrawn, sign status 3, change taken back",
        "waiting collected: withdrawn, sign status 3, change taken back notifyWithdrawn openWorkItem",
        "waiting loanEnded: ended, sign status 3, change taken back",
        "signing reserved: refused. The borrower has signed it.",
        "signing signed: signed, sign status 1, change holds saveChange",
        "signing declined: refused. The borrower has signed it.",
        "signing withdrawn: refused. The borrower has signed it.",
        "signing lastDayPassed: signing, sign status 0, change waits",
        "signing figuresChanged: outdated, sign status 4, change fails notifyFailed openWorkItem",
        "signing loanPaused: signing, sign status 0, change waits",
        "signing loanResumed: signing, sign status 0, change waits",
        "signing bankruptcyNoted: withdrawn, sign status 3, change taken back",
        "signing collected: signing, sign status 0, change waits",
        "signing loanEnded: ended, sign status 3, change taken back",
        "paused reserved: refused. Nothing is signed while the loan is suspended.",
        "paused signed: refused. Nothing is signed while the loan is suspended.",
        "paused declined: declined, sign status 3, change taken back openWorkItem",
        "paused withdrawn: withdrawn, sign status 3, change taken back notifyWithdrawn",
        "paused lastDayPassed: expired, sign status 2, change fails notifyFailed openWorkItem",
        "paused figuresChanged: paused, sign status 5, change waits",
        "paused loanPaused: paused, sign status 5, change waits",
        "paused loanResumed: waiting, sign status 0, change waits",
        "paused bankruptcyNoted: withdrawn, sign status 3, change taken back",
        "paused collected: withdrawn, sign status 3, change taken back notifyWithdrawn openWorkItem",
        "paused loanEnded: ended, sign status 3, change taken back",
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
      // A loan that moves to collection takes its amendment back by itself.
      const isOurs = event !== 'collected' && ['signed', 'withdrawn', 'ended'].includes(effect.state)
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
