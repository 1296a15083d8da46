import { STORED_NAMES } from '@dolphin/domain/stored-names'
import type { Passage, PassageHook } from './watched-ports.ts'

/** Where a fault point lies: before or after an operation of a port, and what sets it apart from others of the same name. */
interface FaultPlace extends Pick<Passage, 'port' | 'operation' | 'when'> {
  /** Statements that the transaction has run. */
  readonly of?: readonly string[]
  /** Statements that it has not. */
  readonly without?: readonly string[]
  /** The n-th call since another statement of the process. */
  readonly call?: { readonly number: number; readonly since: string }
}

type When = Passage['when']
type Narrowed = Pick<FaultPlace, 'of' | 'without' | 'call'>

const at =
  (port: Passage['port']) =>
  (when: When, operation: string): FaultPlace => ({ port, operation, when })
const [objects, documents, mail] = [at('objects'), at('documents'), at('mail')]
const [bank, files] = [at('bank'), at('files')]
const statement = (when: When, operation: string, narrowed: Narrowed = {}): FaultPlace => ({
  ...at('database')(when, operation),
  ...narrowed,
})
const commit = (when: When, of: readonly string[], without: readonly string[] = []): FaultPlace =>
  statement(when, 'commit', { of, without })

/** The statement that changes a signing session. */
const SIGNING_UPDATED = `update ${STORED_NAMES.table.signingSessions}`

/** A batch books what it sends, and a return what comes back; neither settles anything. */
const NOT_SETTLED = ['savepoint', 'select ach_inbox_entries']

/**
 * Places where a crash must do no harm, in the order in which a request, a file or a notice passes them. Tests and
 * `npm run proof` kill the process at each; see docs/guides/testing.md. A new one is a line here and a step that passes it
 * (life-steps.ts). All lie round ports that the proof opens itself, so that the product knows nothing of them.
 */
const PLACES = {
  'signing: mark stored, before the reservation': objects('after', 'put documents'),
  'signing: reserved, before the commit': commit(
    'before',
    [SIGNING_UPDATED, 'insert pgboss.job_common'],
    ['insert documents'],
  ),
  'signing: reserved, before the document is made': documents('before', 'renderAgreement'),
  'signing: sealed, before the document is stored': documents('after', 'seal'),
  'signing: document stored, before the rows': statement('before', 'insert documents'),
  'signing: agreement recorded, before the permission': statement('before', 'update debit_authorizations'),
  'signing: loan moved, before the notice': statement('before', 'insert outbox'),
  'signing: before the commit': commit('before', ['insert documents', SIGNING_UPDATED]),
  'signing: after the commit, before the answer is kept': statement('before', 'update idempotency_keys'),
  'outbox: notice queued, before the commit': statement('after', 'insert outbox'),
  'outbox: after the commit, before its job': commit('after', ['insert outbox']),
  'notices: taken, before it is sent': mail('before', 'send'),
  'notices: sent, before it is noted': mail('after', 'send'),
  'notices: noted, before the commit': commit('before', ['insert mails']),
  'notices: after the note': commit('after', ['insert mails']),
  'batch: loans locked': statement('after', 'select loans', { call: { number: 1, since: 'savepoint' } }),
  'batch: after the rows': statement('before', 'release', { of: ['select ach_files'] }),
  'batch: before the file is stored': objects('before', 'put ach'),
  'batch: after the file is stored': objects('after', 'put ach'),
  'batch: before the commit': commit('before', ['insert ach_files']),
  'batch: after the commit, before the hand-over': commit('after', ['insert ach_files']),
  'hand-over: before the file is written': bank('before', 'submit'),
  'hand-over: written, before its name': files('before', 'link outbox'),
  'hand-over: named, before the note': bank('after', 'submit'),
  'hand-over: after the note': commit('after', ['update ach_files']),
  'settlement: moved, before it is booked': statement('before', 'insert ledger_postings', {
    without: [...NOT_SETTLED, 'insert ledger_postings'],
  }),
  'settlement: booked, before the commit': commit('before', ['insert ledger_postings'], NOT_SETTLED),
  'settlement: after the commit of one loan': commit('after', ['insert ledger_postings'], NOT_SETTLED),
  'change: paper stored, before the rows': objects('after', 'put documents'),
  'change: debit planned, before the change': statement('before', 'insert loan_changes'),
  'change: recorded, before its plan': statement('after', 'insert loan_changes'),
  'change: plan stored, before the audit': statement('before', 'insert audit_events'),
  'change: before the commit': commit('before', ['insert loan_changes']),
  // The job that sends its notice is queued outside of the transaction: the last that is done before the answer.
  'change: after the commit, before the answer': statement('after', 'insert pgboss.job_common', {
    without: ['begin'],
  }),
  'returns: file kept, before its items': commit('after', ['insert ach_inbox_files']),
  'returns: applied, before the item is kept': statement('before', 'insert ach_inbox_entries'),
  'returns: item kept, before the commit': commit('before', ['insert ach_inbox_entries']),
  'returns: after the commit of one item': statement('before', 'select ach_inbox_files'),
  'returns: all items done, before the audit': statement('before', 'insert audit_events', {
    without: ['select ach_inbox_entries'],
  }),
  'returns: before the file is put away': bank('before', 'archive'),
  'returns: after the file is put away': bank('after', 'archive'),
  // The first takes the job from the queue, the second notes that it is done.
  'job: done, before that is noted': statement('before', 'with pgboss.job_common', {
    call: { number: 2, since: 'select pgboss.job' },
  }),
} as const satisfies Readonly<Record<string, FaultPlace>>

export type FaultPoint = keyof typeof PLACES
export const FAULT_POINTS = Object.keys(PLACES) as readonly FaultPoint[]

/** The fault points that a round of money passes. */
export type MoneyFaultPoint = Extract<FaultPoint, `${'batch' | 'hand-over' | 'settlement'}: ${string}`>
export const MONEY_FAULT_POINTS = FAULT_POINTS.filter((one): one is MoneyFaultPoint =>
  /^(batch|hand-over|settlement):/.test(one),
)

/** Told of every fault point that is passed. */
export type FaultPointHook = (faultPoint: FaultPoint) => void

/** Tells of the fault points among all that watched ports pass. */
export function faultPointsIn(hook: FaultPointHook): PassageHook {
  const calls = new Map<string, number>()
  const places = Object.entries<FaultPlace>(PLACES) as [FaultPoint, FaultPlace][]
  return (passage) => {
    const { operation, when } = passage
    if (when === 'before') {
      for (const [counted, { call }] of places) if (call?.since === operation) calls.set(counted, 0)
    }
    for (const [faultPoint, place] of places) {
      if (!isPassed(place, passage)) continue
      const call = (calls.get(faultPoint) ?? 0) + 1
      calls.set(faultPoint, call)
      if (place.call === undefined || place.call.number === call) hook(faultPoint)
    }
  }
}

const isPassed = (
  { port, operation, when, of = [], without = [] }: FaultPlace,
  { earlier, ...passage }: Passage,
): boolean =>
  port === passage.port &&
  operation === passage.operation &&
  when === passage.when &&
  of.every((title) => earlier.has(title)) &&
  !without.some((title) => earlier.has(title))
