import type { CallReply } from '@dolphin/contract/call'
import { publishVersionCall } from '@dolphin/contract/portfolios-staff'
import { fileOfItem } from '@dolphin/contract/shapes/versioned-item'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import type { Result } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { approvalKind } from '../approvals/approval-kind.ts'
import { type Enterer, enterApproval } from '../approvals/enter-approval.ts'
import { contentDifferences } from './content-changes.ts'
import { publishVersion, type PublishRequest } from './version-service.ts'

const RULE = 'Lender’s policy: what borrowers read, sign and pay by is put in effect by two people.'

/** Judges a version; to publish it is entered, and another employee confirms. Errors: those of publishVersion. */
export async function enterVersion(
  deps: Deps,
  unit: UnitOfWork,
  request: PublishRequest,
  enterer: Enterer,
): Promise<Result<CallReply<typeof publishVersionCall>>> {
  const judged = await publishVersion(deps, unit, { ...request, mode: 'check' }, enterer.by)
  if (!judged.ok) return judged
  if (request.mode === 'check') return ok({ ...judged.value, approval: null })
  const { portfolioId, kind, key, note, activeFrom } = request
  const file = fileOfItem({ kind, key }) ?? key
  const approval = await enterApproval(deps, unit, enterer, {
    kind: 'version',
    permission: 'draft.publish',
    portfolioId,
    title: `Version ${judged.value.version} of ${file}`,
    subject: `Portfolio ${portfolioId}`,
    asEntered: [
      { label: 'Data', value: file },
      { label: 'Version', value: String(judged.value.version) },
      { label: 'Hash', value: judged.value.sha256 },
      { label: 'In effect from', value: activeFrom ?? 'its confirmation' },
    ],
    note,
    request,
  })
  return ok({ ...judged.value, approval })
}

/** One file of a portfolio published, on top of the version that was edited. */
export const versionApproval = (deps: Deps) =>
  approvalKind<PublishRequest>({
    kind: 'version',
    rule: RULE,
    request: publishVersionCall.request.body,
    async carryOut({ unit, request, by, approval }) {
      const author = `${approval.enteredBy}, ${by}`
      const done = await publishVersion(deps, unit, request, author)
      if (!done.ok) return done
      const from = request.activeFrom === undefined ? 'at once' : `from ${request.activeFrom}`
      return ok({
        differences: contentDifferences(done.value.changes),
        effects: [`In effect ${from} on every node, for every borrower of this portfolio.`],
      })
    },
    // After the commit this node serves the new version at once; other nodes are notified by the database.
    afterwards: () => deps.portfolios.refresh(),
  })
