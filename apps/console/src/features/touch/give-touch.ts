import { type CallValue, call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { provePasskey } from '../../passkey/demonstration.ts'
import { TROUBLE_TEXTS } from '../../passkey/passkey.ts'

export type Touch = CallValue<'readTouch'>

/** Has the employee's passkey sign the act; answers why not, undefined where it did. */
export async function giveTouch({ touchNo }: Touch, employeeId: string): Promise<string | undefined> {
  const begun = await call('beginTouch', { body: { touchNo } })
  if (!begun.ok) return failureText(begun.failure)
  const { challengeId, options } = begun.value
  const asked = await provePasskey(options, employeeId)
  if (!asked.ok) return TROUBLE_TEXTS[asked.trouble]
  const given = await call('giveTouch', { body: { touchNo, challengeId, response: asked.answer } })
  return given.ok ? undefined : failureText(given.failure)
}
