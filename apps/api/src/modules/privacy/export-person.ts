import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { enterPersonExportCall } from '@dolphin/contract/person-staff'
import { wasConfirmedSince } from '@dolphin/database/approvals/approval-repository'
import { ok } from '@dolphin/domain/outcome'
import { HOUR_MS } from '@dolphin/domain/time/durations'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { FileReply } from '../../http/route.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { approvalKind } from '../approvals/approval-kind.ts'
import { type Enterer, enterApproval } from '../approvals/enter-approval.ts'
import { portfolioOfCustomer } from '../portfolios/customer-portfolio.ts'
import { copyFile } from './copy-file.ts'
import { openRequestOf } from './data-requests.ts'

/** How long a confirmed copy can be saved. Source: docs/retention.md, Requests. */
const OPEN_HOURS = 24

const RULE = 'Lender’s policy: two people take a copy of everything on file about a person.'

const exportRequest = z.strictObject({
  portfolioId: z.number(),
  openId: z.string(),
  requestNo: z.string().nullable(),
})

const subjectOf = (openId: string): string => `Customer ${openId}`

/** Enters a copy of all that is on file about a customer. Errors: `notFound`, `dataRequestOver`. */
export async function enterPersonExport(
  deps: Deps,
  unit: UnitOfWork,
  { openId, requestNo, note }: CallRequest<typeof enterPersonExportCall>['body'],
  enterer: Enterer,
): Promise<Result<CallReply<typeof enterPersonExportCall>>> {
  const data = await portfolioOfCustomer(deps, unit.tx, openId)
  if (data === undefined) return refuse('notFound')
  const { portfolioId } = data.portfolio
  const request = { portfolioId, openId, requestNo: requestNo ?? null }
  const judged = await judge(deps, unit, request)
  if (!judged.ok) return judged
  const approval = await enterApproval(deps, unit, enterer, {
    kind: 'personExport',
    permission: 'person.export',
    portfolioId,
    title: 'Copy of a person’s data',
    subject: subjectOf(openId),
    asEntered: [
      { label: 'Customer', value: openId },
      { label: 'Request', value: requestNo ?? 'none' },
    ],
    note,
    request,
  })
  return ok({ approval })
}

async function judge(
  deps: Deps,
  { tx }: UnitOfWork,
  { portfolioId, openId, requestNo }: z.output<typeof exportRequest>,
): Promise<Result<unknown>> {
  const data = await portfolioOfCustomer(deps, tx, openId)
  if (data?.portfolio.portfolioId !== portfolioId) return refuse('notFound')
  return requestNo === null
    ? ok(undefined)
    : await openRequestOf(deps, tx, { portfolioId, openId }, requestNo)
}

/** A copy that another confirmed; until then, and a day later, it is refused. */
export const exportApproval = (deps: Deps) =>
  approvalKind({
    kind: 'personExport',
    rule: RULE,
    request: exportRequest,
    async carryOut({ unit, request }) {
      const judged = await judge(deps, unit, request)
      if (!judged.ok) return judged
      const saves = `The person who entered it can save the copy for ${OPEN_HOURS} hours.`
      return ok({ differences: [], effects: [saves, 'Each time it is saved stands in the audit.'] })
    },
  })

/** The copy, for the employee who entered it. Errors: `notFound`; `personExportWaits` where no confirmation stands. */
export async function exportPerson(
  deps: Deps,
  openId: string,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<Result<FileReply>> {
  const { db } = deps.database
  const data = await portfolioOfCustomer(deps, db, openId)
  if (data === undefined) return refuse('notFound')
  const { portfolioId } = data.portfolio
  const since = new Date(now.getTime() - OPEN_HOURS * HOUR_MS)
  const entered = { kind: 'personExport', enteredBy: by, subject: subjectOf(openId), portfolioId } as const
  if (!(await wasConfirmedSince(db, entered, since))) return refuse('personExportWaits')
  return await copyFile(deps, { portfolioId, openId }, { format: 'json', language: 'en', now })
}
