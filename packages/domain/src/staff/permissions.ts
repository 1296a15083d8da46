import { assert } from '../assert.ts'
import { STAFF_ROLES, type StaffRole } from './codes.ts'

/** How an employee takes part in an act: alone, as the first of two, or as the second of two. */
export const STAFF_ACTS = ['may', 'enter', 'confirm'] as const

export type StaffAct = (typeof STAFF_ACTS)[number]

/**
 * What each role may do, one row as the design writes it, its marks in the order of STAFF_ROLES: ● may alone,
 * ◐ enters and another confirms, ○ confirms what another entered, – not at all. What is not listed is refused.
 *
 * Source: docs/design/console.md, Permissions.
 */
export const PERMISSION_ROWS = [
  { permissions: ['customer.find', 'loan.read'], marks: '● ● ● ● ● ● ● – – ●' },
  { permissions: ['decision.read'], marks: '– ● – ● – – ● – – ●' },
  { permissions: ['pii.unmask'], marks: '– ● – ● ● – ● – – –' },
  { permissions: ['mirror.view'], marks: '● ● ● ● – – ● – – –' },
  { permissions: ['note.write', 'workItem.own'], marks: '● ● ● ● ● ● ● – – –' },
  { permissions: ['message.answer', 'notice.resend'], marks: '● ● ● ● – – ● – – –' },
  { permissions: ['review.approve', 'review.decline'], marks: '– ● – – – – ○ – – –' },
  { permissions: ['statement.accept', 'statement.refuse'], marks: '– ● – – – – – – – –' },
  { permissions: ['loan.suspend', 'loan.cure', 'loan.collect'], marks: '– – ● ● – – ● – – –' },
  { permissions: ['case.open'], marks: '● ● ● ● ● – ● – – –' },
  { permissions: ['case.close'], marks: '– – – ◐ – – ◐○ – – –' },
  { permissions: ['posting.enter'], marks: '◐ – ◐ ◐○ ◐ ◐○ – – – –' },
  { permissions: ['posting.writeOff'], marks: '– – – ◐ – ○ ○ – – –' },
  { permissions: ['batch.originate', 'settlement.run', 'return.import'], marks: '– – – – ● – – – – –' },
  { permissions: ['exception.resolve'], marks: '– – – – ◐ ○ – – – –' },
  { permissions: ['loan.terminate', 'loan.void', 'loan.rescind'], marks: '– ◐ – ◐ – – ○ – – –' },
  { permissions: ['review.passOn', 'review.askForMore'], marks: '– ● – ● – – ● – – –' },
  { permissions: ['promise.record', 'settlement.offer'], marks: '– – ● ● – – ● – – –' },
  { permissions: ['settlement.accept'], marks: '– – – ◐ – ○ ○ – – –' },
  { permissions: ['entry.reverse', 'prenote.send'], marks: '– – – – ◐ ○ – – – –' },
  { permissions: ['contact.optOut'], marks: '● – ● ● – – ● – – –' },
  { permissions: ['paperQueue.print', 'paperQueue.mark'], marks: '● – – ● – – ● – – –' },
  { permissions: ['bankDirectory.import', 'holiday.add'], marks: '– – – – ◐ ○ – – ◐ –' },
  {
    permissions: ['person.export', 'person.correct', 'person.erase', 'person.legalHold'],
    marks: '– – – – – – ◐○ – – –',
  },
  { permissions: ['hold.set'], marks: '● ● ● ● ● – ● – – –' },
  { permissions: ['debit.stop', 'authorization.revoke'], marks: '● – ● ● ● – ● – – –' },
  { permissions: ['hold.lift'], marks: '– – – ◐ – – ○ – – –' },
  { permissions: ['account.close'], marks: '– – – ◐ – – ○ – – –' },
  { permissions: ['draft.edit'], marks: '– – – – – – ● ● – –' },
  { permissions: ['draft.publish', 'draft.rollBack'], marks: '– – – – – – ○ ◐○ – –' },
  { permissions: ['audit.search', 'examiner.export'], marks: '– – – – – – ● – – ●' },
  { permissions: ['employee.invite', 'role.grant'], marks: '– – – – – – ○ – ◐○ –' },
  { permissions: ['system.jobs', 'system.keys', 'system.clock'], marks: '– – – – – – – – ● –' },
] as const

/** A right that a call of staff names. */
export type StaffPermission = (typeof PERMISSION_ROWS)[number]['permissions'][number]

const ACTS_OF_MARK: Readonly<Record<string, readonly StaffAct[]>> = {
  '●': ['may'],
  '◐': ['enter'],
  '○': ['confirm'],
  '◐○': ['enter', 'confirm'],
  '–': [],
}

type ActsByRole = Readonly<Record<StaffRole, readonly StaffAct[]>>

const actsOfRow = (marks: string): ActsByRole => {
  const acts = marks.split(' ').map((mark) => ACTS_OF_MARK[mark])
  assert(acts.length === STAFF_ROLES.length, 'a row of the table has a mark for each role')
  const entries = STAFF_ROLES.map((role, index) => {
    const own = acts[index]
    assert(own !== undefined, 'a mark of the table is one of the five')
    return [role, own] as const
  })
  return Object.fromEntries(entries) as ActsByRole
}

const TABLE: ReadonlyMap<StaffPermission, ActsByRole> = new Map(
  PERMISSION_ROWS.flatMap(({ permissions, marks }) => {
    const acts = actsOfRow(marks)
    return permissions.map((permission) => [permission, acts] as const)
  }),
)

/** Every right, in the order of the table. */
export const STAFF_PERMISSIONS: readonly StaffPermission[] = [...TABLE.keys()]

/** How a role takes part in what a right covers; empty where it does not. */
export const actsOfRole = (role: StaffRole, permission: StaffPermission): readonly StaffAct[] =>
  TABLE.get(permission)?.[role] ?? []

/** Rights whose acts have an amount. */
const OF_MONEY: readonly StaffPermission[] = [
  'review.approve',
  'review.decline',
  'posting.enter',
  'posting.writeOff',
  'exception.resolve',
  'settlement.accept',
  'entry.reverse',
  'loan.terminate',
]

/** Whether a role decides or confirms amounts, so that a limit bounds it. Entering alone is bounded by who confirms. */
export const decidesMoney = (role: StaffRole): boolean =>
  OF_MONEY.some((permission) => actsOfRole(role, permission).some((act) => act !== 'enter'))
