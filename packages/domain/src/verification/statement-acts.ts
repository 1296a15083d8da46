/** What an employee does with a statement that a borrower sent, or with a request for a person. */
export const STATEMENT_ACTS = ['accept', 'refuse', 'release'] as const
export type StatementAct = (typeof STATEMENT_ACTS)[number]

/** What allows each act, as staff read it beside the act. Source: docs/decisions/statements.md. */
export const STATEMENT_RULES: Readonly<Record<StatementAct, string>> = {
  accept:
    'Lender’s policy: an income counts once a bank or a person has verified it. Part-time pay, pensions and public assistance are not left out: 12 CFR 1002.6(b)(5).',
  refuse:
    'Lender’s policy: a statement that does not show the income is refused with a reason that the borrower reads; they may send another.',
  release:
    'Lender’s policy: a file that may carry something harmful waits apart until a person has found it to be a statement.',
}

/** What the acts depend on. */
export interface StatementFacts {
  /** Neither accepted nor refused, and nothing is asked of its sender. */
  readonly waits: boolean
  readonly quarantined: boolean
  /** Whether the application takes an income now: not before what comes first, and later it stands. */
  readonly takesIncome: boolean
  /** The borrower has typed the account that the statement has to be of. */
  readonly accountTyped: boolean
}

/** Why an act is not possible now. */
export type StatementObstacle =
  | 'notWaiting'
  | 'quarantined'
  | 'notQuarantined'
  | 'takesNone'
  | 'accountMissing'

/**
 * Why an act on a statement is not possible now; undefined where it is. The server refuses by this, and the desk shows
 * it beside the act. Source: docs/decisions/statements.md; docs/design/console.md, Screens.
 */
export function statementObstacle(
  act: StatementAct,
  { waits, quarantined, takesIncome, accountTyped }: StatementFacts,
): StatementObstacle | undefined {
  if (!waits) return 'notWaiting'
  if (act === 'refuse') return undefined
  if (act === 'release') return quarantined ? undefined : 'notQuarantined'
  if (quarantined) return 'quarantined'
  if (!takesIncome) return 'takesNone'
  return accountTyped ? undefined : 'accountMissing'
}

/** Each reason in words for staff. */
export const STATEMENT_OBSTACLE_WORDS: Readonly<Record<StatementObstacle, string>> = {
  notWaiting: 'It does not wait for a decision: it was accepted or refused, or its sender is asked first.',
  quarantined: 'The file is in quarantine. Look at it, and release it first.',
  notQuarantined: 'The file is not in quarantine.',
  takesNone: 'The application takes no income now: what comes before it is open, or it has gone on.',
  accountMissing: 'The borrower has not entered the account yet. Accept the statement once they have.',
}
