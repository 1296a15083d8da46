import { ok } from '@dolphin/domain/outcome'
import {
  type LinkFailure,
  type LinkProgress,
  statusOfProgress,
} from '@dolphin/domain/verification/link-failure'
import type { JobData, JobDefinition } from '../../../ports/job-queue.ts'
import type { VerificationDeps } from '../verification-deps.ts'
import { type SandboxEvent, signSandboxEvent, takeSandboxEvent } from '../webhook.ts'

const SANDBOX_EVENT_JOB = 'sandbox-bank-event'

/** Has the sandbox bank send a message for each step, one second apart, as its own session moves. */
export async function sendSandboxEvents(
  { units, jobs }: Pick<VerificationDeps, 'units' | 'jobs'>,
  providerSessionId: string,
  steps: readonly LinkProgress[],
): Promise<void> {
  await units.write(async (unit) => {
    for (const [delaySeconds, progress] of steps.entries()) {
      const options = delaySeconds === 0 ? {} : { delaySeconds }
      const cause = typeof progress === 'string' ? { cause: progress } : {}
      const data = { providerSessionId, status: statusOfProgress(progress), ...cause }
      await jobs.send(unit, SANDBOX_EVENT_JOB, data, options)
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

async function deliver(deps: VerificationDeps, { providerSessionId, status, cause }: JobData): Promise<void> {
  const event: SandboxEvent = {
    eventId: `${providerSessionId}/${status}`,
    providerSessionId: String(providerSessionId),
    // Queued by sendSandboxEvents out of the same enumerations.
    status: Number(status) as SandboxEvent['status'],
    ...(cause === undefined ? {} : { cause: cause as LinkFailure }),
  }
  const body = Buffer.from(JSON.stringify(event))
  const result = await takeSandboxEvent(deps, body, signSandboxEvent(deps, body, deps.clock.now()))
  if (result !== 'taken') throw new Error(`the webhook answered ${result}`)
}
