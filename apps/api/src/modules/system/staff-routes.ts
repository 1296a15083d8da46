import { hostname } from 'node:os'
import type { CallReply, CallRequest } from '@dolphin/contract/call'
import { retryJobCall, showSystemCall } from '@dolphin/contract/system'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { readOutboxState } from '@dolphin/database/notices/outbox-repository'
import { WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { actorName, type EmployeeActor } from '../../http/actor.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import {
  type GivenUpJob,
  type QueueNode,
  type QueueState,
  readGivenUpJobs,
  readNodes,
  readQueues,
} from '../../observability/queue-state.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

/** Who is not asked for a while once they fail, by name. */
export type Circuits = ReadonlyMap<string, { readonly isAvailable: boolean }>

type SystemView = CallReply<typeof showSystemCall>

/** How the servers stand, for administrators: nothing of a customer is in it. Source: docs/design/console.md, System. */
export function systemRoutes(
  deps: Pick<Deps, 'database' | 'jobs'>,
  circuits: Circuits,
): readonly RouteDefinition[] {
  return [
    operationsRoute(showSystemCall, async () => ok(await showSystem(deps, circuits))),
    operationsRoute(retryJobCall, ({ body, actor, write }) =>
      write((unit) => retryJob(deps, unit, body, actor)),
    ),
  ]
}

async function showSystem({ database }: Pick<Deps, 'database'>, circuits: Circuits): Promise<SystemView> {
  const { waiting, oldestAt, failed } = await readOutboxState(database.db)
  return {
    givenUp: (await readGivenUpJobs(database)).map(givenUpView),
    queues: (await readQueues(database))
      .filter(({ due, active, failed: up }) => due + active + up > 0)
      .map(queueView),
    outbox: { waiting, oldestAt: oldestAt && isoInZone(oldestAt, NEW_YORK), failed },
    circuits: [...circuits].map(([provider, { isAvailable }]) => ({ provider, isClosed: isAvailable })),
    nodes: (await readNodes(database)).map(nodeView),
  }
}

const givenUpView = ({ id, name, key, ageSeconds }: GivenUpJob): SystemView['givenUp'][number] => ({
  jobId: id,
  job: name,
  key,
  ageSeconds: whole(ageSeconds),
})

const queueView = ({ ageSeconds, ...queue }: QueueState): SystemView['queues'][number] => ({
  ...queue,
  oldestSeconds: whole(ageSeconds),
})

const nodeView = ({ upSeconds, seenSeconds, ...node }: QueueNode): SystemView['nodes'][number] => ({
  ...node,
  upSeconds: whole(upSeconds),
  seenSeconds: whole(seenSeconds),
  isThis: node.host === hostname() && node.pid === process.pid,
})

/** Seconds, down to the whole; never below 0, for two clocks of a database may differ by a blink. */
const whole = (seconds: number): number => Math.max(0, Math.floor(seconds))

/** Has a job tried once more. Errors: `notFound` where it is not given up, or not any more. */
async function retryJob(
  { jobs }: Pick<Deps, 'jobs'>,
  unit: UnitOfWork,
  { jobId }: CallRequest<typeof retryJobCall>['body'],
  actor: EmployeeActor,
): Promise<Result<CallReply<typeof retryJobCall>>> {
  const job = await jobs.retry(unit, jobId)
  if (job === undefined) return refuse('notFound')
  const { name, key } = job
  await appendAudit(unit.tx, {
    portfolioId: WHOLE_SERVER,
    subject: `job/${name}/${key}`,
    action: 'jobRetried',
    actor: actorName(actor),
    facts: { jobId },
    at: unit.now,
  })
  return ok({ job: name, key })
}
