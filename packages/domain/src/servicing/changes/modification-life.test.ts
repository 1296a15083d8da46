import { describe, expect, test } from 'vitest'
import { ASKED_CELLS, POSSIBLE_CELLS, whyUnasked } from './testing/modification-cells.ts'
import {
  MODIFICATION_EVENTS,
  MODIFICATION_KINDS,
  MODIFICATION_MODES,
  type ModificationEffect,
  modificationEffect,
} from './modification-life.ts'

const CELLS = MODIFICATION_KINDS.flatMap((kind) =>
  MODIFICATION_MODES.flatMap((mode) => MODIFICATION_EVENTS.map((event) => ({ kind, mode, event }))),
)
const possible = CELLS.flatMap((cell) => {
  const of = modificationEffect(cell.kind, cell.mode, cell.event)
  return 'impossible' in of ? [] : [{ ...cell, of }]
})

describe('the life of a modification (domain.md §14)', () => {
  test('every cell is an effect, or has its reason', () => {
    for (const { kind, mode, event } of CELLS) {
      const cell = modificationEffect(kind, mode, event)
      if ('impossible' in cell) expect(cell.impossible, `${kind} ${mode} ${event}`).toMatch(/\w.*\.$/)
    }
    expect([CELLS.length, possible.length]).toMatchInlineSnapshot(`
      [
        170,
        77,
      ]
    `)
  })

  test('a possible cell that the server never asks for has its reason', () => {
    const unasked = POSSIBLE_CELLS.flatMap((cell) => {
      const why = whyUnasked(cell)
      return why === undefined ? [] : [`${cell.kind} ${cell.mode} ${cell.event}: ${why}`]
    })
    expect(unasked).toMatchInlineSnapshot(`
      [
        "payoff debit debitScheduled: The save writes the debit, and its cell says what becomes of the change.",
        "payoff debit originated: A batch moves the debit alone.",
        "payoff debit stoppedLate: A revocation (104) looks only for a debit that has not left.",
        "payoff debit receiptPosted: A receipt is looked for by an expected payment alone.",
        "payoff borrower checked: A receipt belongs to no change: its check moves it alone.",
        "payoff borrower returned: A receipt belongs to no change: its return makes the payment past due.",
        "payoff borrower stopped: A revocation (104) looks only for a debit.",
        "extraPayment debit debitScheduled: The save writes the debit, and its cell says what becomes of the change.",
        "extraPayment debit originated: A batch moves the debit alone.",
        "extraPayment debit stoppedLate: A revocation (104) looks only for a debit that has not left.",
        "extraPayment debit receiptPosted: A receipt is looked for by an expected payment alone.",
        "extraPayment borrower checked: A receipt belongs to no change: its check moves it alone.",
        "extraPayment borrower returned: A receipt belongs to no change: its return makes the payment past due.",
        "extraPayment borrower stopped: A revocation (104) looks only for a debit.",
        "schedule debit expired: One statement ends them all at their cut-off.",
        "schedule borrower expired: One statement ends them all at their cut-off.",
        "paymentMode debit expired: One statement ends them all at their cut-off.",
        "paymentMode borrower expired: One statement ends them all at their cut-off.",
        "revocation debit expired: One statement ends them all at their cut-off.",
      ]
    `)
    expect(ASKED_CELLS.length + unasked.length).toBe(possible.length)
  })

  test('one that fails brings the schedule before it back wherever it had replaced it', () => {
    for (const { kind, mode, event, of } of possible.filter(({ of: { status } }) => status === 'failed')) {
      const saved = modificationEffect(kind, mode, 'saved') as ModificationEffect
      const replaced = saved.schedule === 'replaced' || event === 'returned'
      expect(of.schedule, `${kind} ${mode} ${event}`).toBe(replaced ? 'restarted' : 'unchanged')
    }
  })

  test('a notice says that a modification has failed, unless the notice of a return does', () => {
    for (const { of, ...cell } of possible.filter(({ of: { status } }) => status === 'failed')) {
      const isTold = of.acts.includes('notifyFailed') || cell.event === 'returned'
      expect(isTold, JSON.stringify(cell)).toBe(true)
    }
  })

  test('nothing stays open for good: whatever can be open expires', () => {
    for (const { kind, mode, of } of possible.filter(({ of: { status } }) => status === 'open')) {
      const expired = modificationEffect(kind, mode, 'expired')
      expect('status' in expired && expired.status !== 'open', `${kind} ${mode} ${of.status}`).toBe(true)
    }
  })

  test.each(['payoff', 'extraPayment'] as const)(
    '%s by a mode that we do not take leaves the schedule',
    (kind) => {
      for (const event of ['saved', 'expired', 'undone', 'stopped'] as const)
        expect(modificationEffect(kind, 'borrower', event)).toMatchObject({ schedule: 'unchanged' })
    },
  )

  test('a revocation never touches the schedule of a debit that has left', () => {
    for (const kind of ['payoff', 'extraPayment'] as const)
      expect(modificationEffect(kind, 'debit', 'stoppedLate')).toEqual({
        status: 'open',
        schedule: 'unchanged',
        acts: [],
      })
  })
})
