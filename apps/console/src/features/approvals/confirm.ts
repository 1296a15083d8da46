import { type CallValue, call } from '../../calls/call.ts'
import type { CallFailure } from '../../calls/call-failure.ts'
import { failureText, isRefusal } from '../../calls/failure-text.ts'
import { provePasskey } from '../../passkey/demonstration.ts'
import { TROUBLE_TEXTS } from '../../passkey/passkey.ts'
import type { Approval } from './use-approvals.ts'

/** What was carried out, and of an invitation the link to pass on. */
export interface Confirmed {
  readonly line: string
  readonly invitation: CallValue<'confirmApproval'>['invitation']
}

/** How a confirmation ended; stale: what stands there is no longer what would be confirmed. */
export type ConfirmOutcome =
  | { readonly outcome: 'confirmed'; readonly done: Confirmed }
  | { readonly outcome: 'stale' }
  | { readonly outcome: 'refused'; readonly text: string }

/** Has the employee's passkey sign the digest, and confirms with that. */
export async function confirm(approval: Approval, employeeId: string): Promise<ConfirmOutcome> {
  const { approvalNo, digest, title } = approval
  const begun = await call('beginConfirmation', { body: { approvalNo, digest } })
  if (!begun.ok) return refused(begun.failure)
  const { challengeId, options } = begun.value
  const asked = await provePasskey(options, employeeId)
  if (!asked.ok) return { outcome: 'refused', text: TROUBLE_TEXTS[asked.trouble] }
  const body = { approvalNo, digest, challengeId, response: asked.answer }
  const result = await call('confirmApproval', { body })
  if (!result.ok) return refused(result.failure)
  const { invitation } = result.value
  return { outcome: 'confirmed', done: { line: `Confirmed and carried out: ${title}`, invitation } }
}

/** What was read is not what is there by now: it is shown again, with the reason. */
const STALE = ['approvalChanged', 'approvalBlocked', 'approvalOver'] as const

function refused(failure: CallFailure): ConfirmOutcome {
  const isStale = STALE.some((name) => isRefusal(failure, name))
  return isStale ? { outcome: 'stale' } : { outcome: 'refused', text: failureText(failure) }
}
