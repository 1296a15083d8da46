import {
  MODIFICATION_EVENTS,
  MODIFICATION_KINDS,
  MODIFICATION_MODES,
  type ModificationEvent,
} from '@dolphin/domain/servicing/changes/modification-life'
import { assert } from '@dolphin/domain/assert'
import { effort } from '@dolphin/testkit/effort'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterEvent, afterSave, isStranded, type WalkedLoan } from './table-walk.ts'

const SEQUENCES = effort({ usual: 2_000, full: 20_000 })
const NEW_LOAN: WalkedLoan = { changes: [], cells: [] }

const step = fc.oneof(
  fc.record({
    kind: fc.constantFrom(...MODIFICATION_KINDS),
    mode: fc.constantFrom(...MODIFICATION_MODES),
    isHardship: fc.boolean(),
  }),
  { weight: 3, arbitrary: fc.record({ event: fc.constantFrom(...MODIFICATION_EVENTS), newest: fc.nat(2) }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Events that only a save causes. */
const OF_A_SAVE: readonly ModificationEvent[] = ['saved', 'superseded', 'stopped', 'stoppedLate']

function after(loan: WalkedLoan, one: Step): WalkedLoan {
  if ('kind' in one) return afterSave(loan, one)
  if (OF_A_SAVE.includes(one.event)) return loan
  return afterEvent(loan, loan.changes.length - 1 - one.newest, one.event)
}

/** What time alone brings: debits on their way settle and are checked, what waits expires. */
const TIME: readonly ModificationEvent[] = ['originated', 'settled', 'checked', 'dateSlipped', 'expired']

const lateOn = (loan: WalkedLoan): WalkedLoan =>
  loan.changes.reduce(
    (whole, _, index) => TIME.reduce((one, event) => afterEvent(one, index, event), whole),
    loan,
  )

/** An assertion of its own: it is asked half a million times. */
function refuseStranded(loan: WalkedLoan): void {
  if (isStranded(loan)) throw new Error(`stranded: ${JSON.stringify(loan.changes)}`)
}

test('whatever comes after whatever on the table, no loan is stranded and nothing stays open (domain.md §14)', async ({
  annotate,
}) => {
  const cells = new Set<string>()
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 30, size: 'max' }), (steps) => {
      let loan = NEW_LOAN
      for (const one of steps) {
        loan = after(loan, one)
        refuseStranded(loan)
      }
      const later = lateOn(loan)
      refuseStranded(later)
      // A payoff that is checked ends with its loan.
      const open = later.changes.filter(({ status, debit }) => status === 'open' && debit !== 'checked')
      assert(open.length === 0, `nothing stays open: ${JSON.stringify(open)}`)
      for (const cell of later.cells) cells.add(cell)
    }),
    { seed: 14, numRuns: SEQUENCES },
  )
  await annotate(`${SEQUENCES} sequences, ${cells.size} cells`)
  expect(cells.size).toBeGreaterThan(60)
}, 120_000)
