import { ok } from '@dolphin/domain/outcome'
import type { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { JobData, JobDefinition } from '../../../ports/job-queue.ts'
import type { VerificationDeps } from '../verification-deps.ts'
import { type SandboxEvent, signSandboxEvent, takeSandboxEvent } from '../webhook.ts'

const SANDBOX_EVENT_JOB = 'sandbox-bank-event'

/** Has the sandbox bank send a message for each status, one second apart, as its own session moves. */
export async function sendSandboxEvents(
  { units, jobs }: Pick<VerificationDeps, 'units' | 'jobs'>,
  providerSessionId: string,
  statuses: readonly IbvStatus[],
): Promise<void> {
  await units.write(async (unit) => {
    for (const [delaySeconds, status] of statuses.entries()) {
      const options = delaySeconds === 0 ? {} : { delaySeconds }
      await jobs.send(unit, SANDBOX_EVENT_JOB, { providerSessionId, status }, options)
    }
    return ok(undefined)
  })
}

/**
 * Delivers one message of the sandbox bank to the webhook's own handler, signed and as bytes, so that nothing of
 * the way in is left out. Throws where it was not taken, so that the queue delivers it again.
 */
export function sandboxEventJob(deps: VerificationDeps): JobDefinition {
  return { name: SANDBOX_EVENT_JOB, run: (data) => deliver(deps, data) }
}

async function deliver(deps: VerificationDeps, { providerSessionId, status }: JobData): Promise<void> {
  const event: SandboxEvent = {
    eventId: `${providerSessionId}/${status}`,
    providerSessionId: String(providerSessionId),
    // Queued by sendSandboxEvents out of the same enumeration.
    status: Number(status) as IbvStatus,
  }
  const body = Buffer.from(JSON.stringify(event))
  const result = await takeSandboxEvent(deps, body, signSandboxEvent(deps, body, deps.clock.now()))
  if (result !== 'taken') throw new Error(`the webhook answered ${result}`)
}
