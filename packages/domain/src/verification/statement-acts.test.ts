import { expect, test } from 'vitest'
import { STATEMENT_ACTS, type StatementFacts, statementObstacle } from './statement-acts.ts'

const WAITING = { waits: true, quarantined: false, takesIncome: true, accountTyped: true }
const obstacles = (facts: Partial<StatementFacts>) =>
  STATEMENT_ACTS.map((act) => statementObstacle(act, { ...WAITING, ...facts }) ?? null)

test.each<[string, Partial<StatementFacts>, readonly (string | null)[]]>([
  ['waits', {}, [null, null, 'notQuarantined']],
  ['waits in quarantine', { quarantined: true }, ['quarantined', null, null]],
  ['is decided', { waits: false, quarantined: true }, ['notWaiting', 'notWaiting', 'notWaiting']],
  ['comes too late', { takesIncome: false }, ['takesNone', null, 'notQuarantined']],
  ['comes before the account is typed', { accountTyped: false }, ['accountMissing', null, 'notQuarantined']],
])('a statement that %s: accept, refuse, release', (_, facts, expected) => {
  expect(obstacles(facts)).toEqual(expected)
})
