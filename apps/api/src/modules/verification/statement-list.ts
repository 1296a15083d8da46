import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { exportStatementCall, listStatementCall } from '@dolphin/contract/verification-staff'
import { listWaitingIbvRequests, type RequestPlace } from '@dolphin/database/verification/ibv-repository'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { EmployeeActor } from '../../http/actor.ts'
import { listFile } from '../../http/list-file.ts'
import { PERSON_PROVIDER, STATEMENT_PROVIDER } from '../borrowers/statement-provider.ts'
import { type StatementHead, statementHead, statementOf } from './statement-review.ts'
import type { VerificationDeps } from './verification-deps.ts'

const IN_HAND = { providers: [STATEMENT_PROVIDER, PERSON_PROVIDER], states: [IbvStatus.inProgress] } as const

const PAGE = 100

/** What waits for a person, longest first, a page at a time. */
export async function listStatements(
  deps: VerificationDeps,
  { portfolioId, after }: CallRequest<typeof listStatementCall>['query'],
): Promise<CallReply<typeof listStatementCall>> {
  const { db } = deps.database
  const all = deps.portfolios.all.map(({ portfolio }) => portfolio.portfolioId)
  const asked = {
    ...IN_HAND,
    portfolioIds: portfolioId === undefined ? all : [portfolioId],
    after: after === undefined ? undefined : readPlace(after),
  }
  const found = await listWaitingIbvRequests(db, asked, PAGE + 1)
  const page = found.slice(0, PAGE)
  const last = found.length > PAGE ? page.at(-1) : undefined
  const statements: StatementHead[] = []
  for (const request of page) statements.push(await statementHead(deps, db, await statementOf(db, request)))
  return { statements, after: last === undefined ? null : writePlace(last) }
}

const writePlace = ({ updatedAt, requestCode }: RequestPlace): string =>
  `${updatedAt.getTime()}.${requestCode}`

/** A place that was not written here begins at the start. */
function readPlace(text: string): RequestPlace | undefined {
  const [, milliseconds, requestCode] = /^(\d{1,15})\.(.+)$/.exec(text) ?? []
  return requestCode === undefined ? undefined : { updatedAt: new Date(Number(milliseconds)), requestCode }
}

const TABLE: readonly (readonly [string, (row: StatementHead) => string | number | null])[] = [
  ['Request', ({ requestCode }) => requestCode],
  ['Loan', ({ loanNo }) => loanNo],
  ['Customer', ({ customerName }) => customerName],
  ['Portfolio', ({ portfolioId }) => portfolioId],
  ['Kind', ({ kind }) => kind],
  ['State', ({ state }) => state],
  ['Waits since', ({ waitingSince }) => waitingSince],
]

/** What waits for a person, as a table. */
export const statementsFile = (
  deps: VerificationDeps,
  filter: CallRequest<typeof exportStatementCall>['query'],
  by: { readonly actor: EmployeeActor; readonly now: Date },
) =>
  listFile(deps, {
    list: 'statements',
    columns: TABLE,
    read: async (after) => {
      const { statements, after: next } = await listStatements(deps, { ...filter, after })
      return { rows: statements, after: next }
    },
    filter,
    ...by,
  })
