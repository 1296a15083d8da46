import { besideOpen } from '@dolphin/domain/servicing/changes/standing-beside'
import {
  type ModificationEvent,
  type ModificationKind,
  type ModificationMode,
  type ModificationStatus,
  modificationEffect,
} from '@dolphin/domain/servicing/changes/modification-life'

/** How far the debit of a modification is. */
type Debit = 'none' | 'planned' | 'slipped' | 'sent' | 'settled' | 'checked' | 'gone'

/** A saved modification of a loan of which nothing else is known. */
interface WalkedChange {
  readonly kind: ModificationKind
  readonly mode: ModificationMode
  readonly status: ModificationStatus
  readonly debit: Debit
  /** Whether its schedule holds, where it has one. */
  readonly replaces: boolean
}

/** A loan as the table of modifications sees it. */
export interface WalkedLoan {
  /** Oldest first. */
  readonly changes: readonly WalkedChange[]
  /** Cells that were asked for. */
  readonly cells: readonly string[]
}

const UNDONE: readonly ModificationStatus[] = ['failed', 'cancelled', 'done']
const isPayment = ({ kind }: Pick<WalkedChange, 'kind'>): boolean =>
  kind === 'payoff' || kind === 'extraPayment'
const hasOwnDebit = (change: Pick<WalkedChange, 'kind' | 'mode'>): boolean =>
  change.mode === 'debit' && isPayment(change)

/** The debit after an event that can happen to it now; undefined where the event cannot. */
function debitAfter(debit: Debit, event: ModificationEvent): Debit | undefined {
  const moves: Readonly<Record<Debit, Readonly<Partial<Record<ModificationEvent, Debit>>>>> = {
    none: { receiptPosted: 'none', expired: 'none', undone: 'none', loanEnded: 'none' },
    planned: {
      debitScheduled: 'planned',
      originated: 'sent',
      dateSlipped: 'slipped',
      held: 'gone',
      rejected: 'gone',
      stopped: 'gone',
      undone: 'gone',
      receiptPosted: 'planned',
    },
    slipped: { expired: 'gone', stopped: 'gone', undone: 'gone', receiptPosted: 'slipped' },
    sent: { settled: 'settled', returned: 'gone', rejected: 'gone', stoppedLate: 'sent' },
    settled: {
      late: 'settled',
      checked: 'checked',
      returned: 'gone',
      receiptPosted: 'settled',
      stoppedLate: 'settled',
    },
    checked: { returned: 'gone', loanEnded: 'checked', receiptPosted: 'checked' },
    gone: {},
  }
  return moves[debit][event]
}

/**
 * The loan after an event of one of its modifications, as the table says; the same loan where the event cannot happen
 * now. Throws where it can and the table calls it impossible.
 */
export function afterEvent(loan: WalkedLoan, index: number, event: ModificationEvent): WalkedLoan {
  const change = loan.changes[index]
  if (change === undefined || UNDONE.includes(change.status)) return loan
  const debit = debitAfter(change.debit, event)
  if (debit === undefined || (event === 'receiptPosted' && !isPayment(change))) return loan
  const isOfOpen = event === 'expired' || event === 'undone' || event === 'receiptPosted'
  if (isOfOpen && change.status !== 'open') return loan
  return follow(loan, index, event, debit)
}

function follow(
  { changes, cells }: WalkedLoan,
  index: number,
  event: ModificationEvent,
  debit: Debit,
): WalkedLoan {
  const change = changes[index]
  if (change === undefined) throw new Error('an event is of a saved modification')
  const { kind, mode } = change
  const cell = modificationEffect(kind, mode, event)
  if ('impossible' in cell)
    throw new Error(`${kind} ${mode} ${event} happens, and the table calls it impossible`)
  const undoes = cell.schedule === 'restored' || cell.schedule === 'restarted'
  const after: WalkedChange = {
    ...change,
    status: cell.status,
    debit: cell.acts.includes('dropDebit') && event !== 'dateSlipped' ? 'gone' : debit,
    replaces: undoes ? false : change.replaces || cell.schedule === 'replaced',
  }
  return { changes: changes.with(index, after), cells: [...cells, `${kind} ${mode} ${event}`] }
}

/** The loan after another modification is saved beside or in place of the open one; the same where it is refused. */
export function afterSave(
  loan: WalkedLoan,
  { kind, mode, isHardship }: Pick<WalkedChange, 'kind' | 'mode'> & { readonly isHardship: boolean },
): WalkedLoan {
  const index = loan.changes.findLastIndex(({ status }) => status === 'open')
  const open = loan.changes[index]
  const how =
    open === undefined ? 'beside' : besideOpen({ ...open, possibleOn: NO_DAY }, { kind, isHardship })
  if (how === 'refused' || 'impossible' in modificationEffect(kind, mode, 'saved')) return loan
  const stopped = kind === 'revocation' ? loan.changes.reduce((one, _, at) => stopDebit(one, at), loan) : loan
  const before =
    how === 'supersedes' && open !== undefined ? follow(stopped, index, 'superseded', 'gone') : stopped
  const debit: Debit = hasOwnDebit({ kind, mode }) ? 'planned' : 'none'
  const saved: WalkedChange = { kind, mode, status: 'open', debit, replaces: false }
  return follow({ ...before, changes: [...before.changes, saved] }, before.changes.length, 'saved', debit)
}

// The day on which a refused one becomes possible is no matter of the table.
const NO_DAY = 0 as Parameters<typeof besideOpen>[0]['possibleOn']

const stopDebit = (loan: WalkedLoan, index: number): WalkedLoan =>
  afterEvent(afterEvent(loan, index, 'stopped'), index, 'stoppedLate')

const UNDER_WAY: readonly Debit[] = ['planned', 'sent', 'settled']

/** Whether the loan still owes something. */
const owes = ({ changes }: WalkedLoan): boolean =>
  !changes.some(({ kind, debit, status }) => kind === 'payoff' && (debit === 'checked' || status === 'done'))

/** Whether nothing moves the loan on: no payment ahead, no debit under way, no modification that expires. */
export function isStranded(loan: WalkedLoan): boolean {
  if (!owes(loan)) return false
  const isPaidOff = loan.changes.some(
    ({ kind, mode, replaces }) => kind === 'payoff' && mode === 'debit' && replaces,
  )
  return (
    isPaidOff && !loan.changes.some(({ debit, status }) => UNDER_WAY.includes(debit) || status === 'open')
  )
}
