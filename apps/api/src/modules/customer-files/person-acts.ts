import type { CallReply } from '@dolphin/contract/call'
import type { listFileActsCall } from '@dolphin/contract/file-acts'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { listDataRequests } from '@dolphin/database/retention/data-request-repository'
import { listHolds } from '@dolphin/database/retention/hold-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { HOLD_OBSTACLE_WORDS, liftHoldObstacle, setHoldObstacle } from '@dolphin/domain/retention/hold'
import type { PersonAct } from '@dolphin/domain/servicing/acts/codes'
import type { Deps } from '../../deps.ts'
import type { CustomerFile } from './file-of.ts'

/** What can be chosen in the acts about a person's data. */
export type PersonChoices = Pick<
  CallReply<typeof listFileActsCall>['choices'],
  'toHold' | 'holds' | 'requests'
>

interface PersonActs {
  readonly obstacles: Readonly<Record<PersonAct, string | null>>
  readonly choices: PersonChoices
}

/** Why an act on an account is not possible in the file of a guest. */
export const NO_ACCOUNT = 'There is no account yet: this is the application of a guest.'

/**
 * What the acts about a person's data come to in a file, with what can be chosen in those that the employee has the right
 * to. Source: docs/retention.md, Requests.
 */
export async function readPerson(
  deps: Pick<Deps, 'database' | 'cipher'>,
  { portfolioId, customer }: CustomerFile,
  loan: Loan | undefined,
  may: (act: PersonAct) => boolean,
): Promise<PersonActs> {
  const { db } = deps.database
  const subjects = [
    ...(customer === undefined ? [] : [{ scope: 'person' as const, subject: customer.openId }]),
    ...(loan === undefined
      ? []
      : [
          { scope: 'loan' as const, subject: loan.loanNo },
          { scope: 'application' as const, subject: loan.applicationNo },
        ]),
  ].map((one) => ({ ...one, portfolioId }))
  const all = may('setHold') ? await listHolds(db, deps.cipher, portfolioId) : []
  const open = all.filter(({ liftedAt }) => liftedAt === null)
  const ofFile = subjects.flatMap(({ scope, subject }) =>
    open
      .filter((hold) => hold.scope === scope && hold.subject === subject)
      .map((hold) => ({ ...hold, scope })),
  )
  const asked =
    customer === undefined || !may('correctPerson')
      ? []
      : await listDataRequests(db, deps.cipher, { portfolioId, openId: customer.openId })
  const setting = setHoldObstacle(open, subjects)
  const lifting = liftHoldObstacle(ofFile)
  const account = customer === undefined ? NO_ACCOUNT : null
  return {
    obstacles: {
      setHold: setting === undefined ? null : HOLD_OBSTACLE_WORDS[setting],
      liftHold: lifting === undefined ? null : HOLD_OBSTACLE_WORDS[lifting],
      correctPerson: account,
      erasePerson: account,
    },
    choices: {
      toHold: subjects
        .filter((subject) => setHoldObstacle(open, [subject]) === undefined)
        .map(({ scope, subject }) => ({ scope, subject })),
      holds: ofFile.map(({ holdNo, scope, subject, reason }) => ({ holdNo, scope, subject, reason })),
      requests: asked
        .filter(({ answeredAt }) => answeredAt === null)
        .map(({ requestNo, kind, details, due }) => ({
          requestNo,
          kind,
          details,
          answerBy: formatLocalDate(due),
        })),
    },
  }
}
