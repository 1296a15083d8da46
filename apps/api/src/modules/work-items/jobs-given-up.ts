import {
  findNewestWorkItem,
  listOpenWorkItems,
  WHOLE_SERVER,
} from '@dolphin/database/work-items/work-item-repository'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { beginRound } from '../../jobs/one-of-many.ts'
import { type GivenUpJob, readGivenUpJobs, readJobsDoneSince } from '../../observability/queue-state.ts'
import type { JobDefinition } from '../../ports/job-queue.ts'
import { closeWorkItems, openWorkItem, type WorkItemDeps } from './work-item-service.ts'

const WATCH_JOB = 'work-item-watch'
const EVERY_SECONDS = 60
const KIND = 'jobGivenUp'

type NeededDeps = WorkItemDeps & Pick<Deps, 'units' | 'database' | 'log' | 'observability' | 'failedWork'>

/** Minute by minute: jobs that have used up their tries become work items, whichever node ran them or died with them. */
export const jobsGivenUpJob = (deps: NeededDeps): JobDefinition => ({
  name: WATCH_JOB,
  everySeconds: EVERY_SECONDS,
  run: () => watchGivenUpJobs(deps),
})

/** One look at all queues: opens an item for each job given up, closes those of which a later run was done. */
export async function watchGivenUpJobs(deps: NeededDeps): Promise<void> {
  const round = beginRound(deps, WATCH_JOB)
  for (const job of await readGivenUpJobs(deps.database)) {
    await round.attempt({ job: job.name }, () => openItem(deps, job))
  }
  for (const { subject, facts } of await listOpenWorkItems(deps.database.db, {
    portfolioId: WHOLE_SERVER,
    kind: KIND,
  })) {
    await round.attempt({ job: subject }, () => closeIfDone(deps, subject, facts))
  }
  round.finish()
}

const subjectOf = ({ name, key }: Pick<GivenUpJob, 'name' | 'key'>): string => `job/${name}/${key}`

async function openItem(deps: NeededDeps, job: GivenUpJob): Promise<void> {
  const about = { portfolioId: WHOLE_SERVER, kind: KIND, subject: subjectOf(job) } as const
  await deps.units.write(async (unit) => {
    const earlier = await findNewestWorkItem(unit.tx, about)
    // The same failure stays in the queue for days: once it was closed, only a newer one opens an item.
    if (earlier !== undefined && (earlier.closedAt === null || earlier.facts['id'] === job.id)) {
      return ok(undefined)
    }
    const { id, name, failedAt } = job
    await openWorkItem(deps, unit, {
      ...about,
      reason: `the job ${name} has failed after its last retry`,
      facts: { id, job: name, failedAt },
      actor: SYSTEM_ACTOR,
    })
    return ok(undefined)
  })
}

async function closeIfDone(
  deps: NeededDeps,
  subject: string,
  { job, failedAt }: Readonly<Record<string, unknown>>,
): Promise<void> {
  const done = await readJobsDoneSince(deps.database, String(job), String(failedAt))
  if (!done.some((key) => subjectOf({ name: String(job), key }) === subject)) return
  const which = { portfolioId: WHOLE_SERVER, kind: KIND, subject } as const
  const reason = 'a later run of the job was done'
  await deps.units.write(async (unit) => ok(await closeWorkItems(unit, which, { by: SYSTEM_ACTOR, reason })))
}
