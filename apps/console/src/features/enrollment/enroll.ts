import { type CallInput, type CallResult, type CallValue, call } from '../../calls/call.ts'
import { failureText, isRefusal } from '../../calls/failure-text.ts'
import { askPasskey, makePasskey, TROUBLE_TEXTS } from '../../passkey/passkey.ts'
import { enrollmentText } from './messages.ts'

/** The two halves of an invitation. */
export interface Halves {
  readonly link: string
  readonly code: string
}

export type Begun = CallValue<'beginEnrollment'>

/** How an enrollment ended: done, not yet for a reason to read, or to be begun again. */
export type Enrolled =
  | { readonly outcome: 'enrolled' }
  | { readonly outcome: 'refused'; readonly text: string }
  | { readonly outcome: 'again' }

/** Opens the invitation, or says why it does not open. */
export async function begin(halves: Halves): Promise<Begun | string> {
  const begun = await call('beginEnrollment', { body: halves })
  if (begun.ok) return begun.value
  return isRefusal(begun.failure, 'linkNoLongerValid')
    ? enrollmentText.notTogether
    : failureText(begun.failure)
}

/** Makes a passkey over a question of this moment: one that was refused before is spent. */
export async function enrollPasskey(halves: Halves, name: string): Promise<Enrolled> {
  const begun = await begin(halves)
  if (typeof begun === 'string') return { outcome: 'refused', text: begun }
  const made = await makePasskey(begun.options)
  if (!made.ok && made.trouble === 'alreadyMine') return await nameKnownKey(halves, begun)
  if (!made.ok) return { outcome: 'refused', text: TROUBLE_TEXTS[made.trouble] }
  const factor = { kind: 'passkey', name, response: made.answer } as const
  return outcomeOf(await complete(halves, begun.challengeId, factor))
}

/** The key is known at this desk: it says whose it is by a touch, and another one is used. Only what came of it is said. */
async function nameKnownKey(halves: Halves, { challengeId }: Begun): Promise<Enrolled> {
  const known: Enrolled = { outcome: 'refused', text: TROUBLE_TEXTS.alreadyMine }
  const asked = await call('reportKnownKey', { body: { ...halves, challengeId } })
  if (!asked.ok) return known
  const signed = await askPasskey(asked.value.options)
  if (!signed.ok) return known
  const body = { ...halves, challengeId: asked.value.challengeId, response: signed.answer }
  const named = await call('nameKnownKey', { body })
  const isLinked = named.ok && named.value.linked
  return isLinked ? { outcome: 'refused', text: enrollmentText.knownKey } : known
}

/** Enrolls by a password and the app that was shown with this challenge. */
export const enrollPassword = async (
  halves: Halves,
  challengeId: string,
  typed: { readonly password: string; readonly code: string },
): Promise<Enrolled> => outcomeOf(await complete(halves, challengeId, { kind: 'password', ...typed }))

const complete = (
  halves: Halves,
  challengeId: string,
  factor: CallInput<'completeEnrollment'>['body']['factor'],
) => call('completeEnrollment', { body: { ...halves, challengeId, factor } })

function outcomeOf(result: CallResult<CallValue<'completeEnrollment'>>): Enrolled {
  if (result.ok) return { outcome: 'enrolled' }
  const { failure } = result
  if (isRefusal(failure, 'linkNoLongerValid')) return { outcome: 'again' }
  const named = failure.kind === 'refused' ? failure.data.errors?.[0]?.message : undefined
  return { outcome: 'refused', text: named ?? failureText(failure) }
}
