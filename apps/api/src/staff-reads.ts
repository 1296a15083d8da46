import { appendCustomerFileRead } from '@dolphin/database/examiner/audit-repository'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from './deps.ts'
import { actorName } from './http/actor.ts'
import { type CustomerRead, type FindMatter, portfoliosIn } from './http/staff-guard.ts'

const LONGEST_REASON = 200

/** What names a file in a request, the first that is there. */
const NAMES = ['file', 'loanNo', 'openId', 'requestCode', 'id'] as const

/**
 * Notes in the audit who read which customer's file, by what and why. Source: docs/design/console.md, Staff.
 */
export const staffReads =
  ({ units }: Pick<Deps, 'units'>, find: FindMatter) =>
  async ({ call, about, actor, named, reason }: CustomerRead): Promise<void> => {
    const portfolioId = portfoliosIn(named)[0] ?? (await find(about, named))?.portfolioId
    const file = NAMES.map((name) => named[name]).find((value) => typeof value === 'string')
    if (portfolioId === undefined || portfolioId === null) return
    await units.write(async ({ tx, now }) => {
      await appendCustomerFileRead(tx, {
        portfolioId,
        file: file ?? call,
        call,
        actor: actorName(actor),
        reason: reason?.slice(0, LONGEST_REASON) ?? null,
        at: now,
      })
      return ok(undefined)
    })
  }
