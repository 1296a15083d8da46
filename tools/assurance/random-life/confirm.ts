import type { CallReply } from '@dolphin/contract/call'
import type { CALLS } from '@dolphin/contract/registry'
import { assert } from '@dolphin/domain/assert'
import { staffOf } from './desk.ts'
import { ask, type Life } from './life.ts'

/** Bea reads it at the desk and confirms it; refused is refused, as with any act. Whether it was carried out. */
export async function confirm(life: Life, approvalNo: string): Promise<boolean> {
  const { bea } = await staffOf(life)
  const shown = await ask(life, bea.client, 'showApproval', { params: { approvalNo } })
  assert(shown !== undefined, 'what was just entered is shown')
  const { digest } = shown as CallReply<(typeof CALLS)['showApproval']>
  const begun = await ask(life, bea.client, 'beginConfirmation', { body: { approvalNo, digest } })
  if (begun === undefined) return false
  const { challengeId, options } = begun as CallReply<(typeof CALLS)['beginConfirmation']>
  const response = await bea.touch(options)
  const body = { approvalNo, digest, challengeId, response }
  return (await ask(life, bea.client, 'confirmApproval', { body })) !== undefined
}
