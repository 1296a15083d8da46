import {
  hasOpenSubject,
  listOpenWorkItems,
  WHOLE_SERVER,
} from '@dolphin/database/work-items/work-item-repository'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { describe } from '../../http/describe-error.ts'
import type { FailedWork, RoundSubject } from '../../ports/failed-work.ts'
import { closeWorkItems, openWorkItem, type WorkItemDeps } from './work-item-service.ts'

type NeededDeps = WorkItemDeps & Pick<Deps, 'units' | 'database' | 'log'>

const KIND = 'failedRound'
const DONE = { by: SYSTEM_ACTOR, reason: 'the round has done it' }

/** Opens a work item for a loan, file or portfolio that fails in a round, and closes it once the round has done it. */
export function createFailedWork(deps: NeededDeps): FailedWork {
  const { units, database, log } = deps
  const safely = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log.error({ failure: describe(error) }, 'a work item could not be written')
    }
  }
  return {
    failed: (round, subject, failure) =>
      safely(() =>
        units.write(async (unit) => {
          const about = aboutOf(round, subject)
          const reason = `${about.subject} fails: ${failure}`
          const facts = { round, ...subject, failure }
          return ok(await openWorkItem(deps, unit, { ...about, reason, facts, actor: SYSTEM_ACTOR }))
        }),
      ),
    succeeded: (round, subject) =>
      safely(async () => {
        const { portfolioId, subject: name } = aboutOf(round, subject)
        const which = { portfolioId, kind: KIND, subject: name } as const
        if (!(await hasOpenSubject(database.db, which))) return
        await units.write(async (unit) => ok(await closeWorkItems(unit, which, DONE)))
      }),
    loansSucceeded: (round, portfolioId, loanNos) =>
      safely(async () => {
        const done = new Set(loanNos.map((loanNo) => aboutOf(round, { loanNo }).subject))
        const failing = await listOpenWorkItems(database.db, { portfolioId, kind: KIND })
        for (const { subject } of failing.filter((one) => done.has(one.subject))) {
          const which = { portfolioId, kind: KIND, subject } as const
          await units.write(async (unit) => ok(await closeWorkItems(unit, which, DONE)))
        }
      }),
  }
}

/** Numbers of loans and files begin with their portfolio's. */
const PORTFOLIO = /^(\d{3})-/

function aboutOf(round: string, subject: RoundSubject) {
  const loanNo = typeof subject['loanNo'] === 'string' ? subject['loanNo'] : null
  const names = Object.values(subject).map(String)
  const [, ofNumber] = names.map((name) => PORTFOLIO.exec(name)).find((found) => found !== null) ?? []
  const portfolioId = Number(subject['portfolioId'] ?? ofNumber ?? WHOLE_SERVER)
  return { portfolioId, kind: KIND, subject: [round, ...names].join('/'), loanNo } as const
}
