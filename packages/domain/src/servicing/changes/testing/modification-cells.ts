import {
  MODIFICATION_EVENTS,
  MODIFICATION_KINDS,
  MODIFICATION_MODES,
  type ModificationEvent,
  type ModificationKind,
  type ModificationMode,
  modificationEffect,
} from '../modification-life.ts'

/** A possible cell of the table of modifications: kind, mode and event. */
interface ModificationCellName {
  readonly kind: ModificationKind
  readonly mode: ModificationMode
  readonly event: ModificationEvent
}

/** Every possible cell of the table. */
export const POSSIBLE_CELLS: readonly ModificationCellName[] = MODIFICATION_KINDS.flatMap((kind) =>
  MODIFICATION_MODES.flatMap((mode) =>
    MODIFICATION_EVENTS.filter((event) => !('impossible' in modificationEffect(kind, mode, event))).map(
      (event) => ({ kind, mode, event }),
    ),
  ),
)

const isPayment = ({ kind }: ModificationCellName): boolean => kind === 'payoff' || kind === 'extraPayment'

type Reason = string | ((cell: ModificationCellName) => string | undefined)

const UNASKED: Readonly<Partial<Record<ModificationCellName['event'], Reason>>> = {
  debitScheduled: 'The save writes the debit, and its cell says what becomes of the change.',
  originated: 'A batch moves the debit alone.',
  checked: ({ mode }) =>
    mode === 'borrower' ? 'A receipt belongs to no change: its check moves it alone.' : undefined,
  stoppedLate: 'A revocation (104) looks only for a debit that has not left.',
  stopped: ({ mode }) => (mode === 'borrower' ? 'A revocation (104) looks only for a debit.' : undefined),
  returned: ({ mode }) =>
    mode === 'borrower'
      ? 'A receipt belongs to no change: its return makes the payment past due.'
      : undefined,
  receiptPosted: ({ mode }) =>
    mode === 'debit' ? 'A receipt is looked for by an expected payment alone.' : undefined,
  expired: (cell) => (isPayment(cell) ? undefined : 'One statement ends them all at their cut-off.'),
}

/** Why the server never asks for a possible cell; undefined of one that it asks for. */
export function whyUnasked(cell: ModificationCellName): string | undefined {
  const reason = UNASKED[cell.event]
  return typeof reason === 'function' ? reason(cell) : reason
}

/** Cells that the server can ask for, by their words. */
export const ASKED_CELLS: readonly string[] = POSSIBLE_CELLS.filter(
  (cell) => whyUnasked(cell) === undefined,
).map(({ kind, mode, event }) => `${kind} ${mode} ${event}`)
