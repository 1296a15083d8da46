import { type CallInput, type CallResult, type CallValue, call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { provePasskey } from '../../passkey/demonstration.ts'
import { askPasskey, makePasskey, TROUBLE_TEXTS } from '../../passkey/passkey.ts'
import { accountText } from './messages.ts'

export type Account = CallValue<'readStaffAccount'>
export type Factor = Account['factors'][number]
type Proof = CallInput<'beginPasskey'>['body']['proof']

/** What was typed where the employee has no passkey to prove themselves with. */
export interface TypedProof {
  readonly password: string
  readonly code: string
}

/** Either what came of it, or why not, to read. */
export type Tried<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly text: string }

const tried = <Value>(result: CallResult<Value>): Tried<Value> =>
  result.ok ? result : { ok: false, text: failureText(result.failure) }

/** Proves, just now, who is at the desk. */
async function prove(employeeId: string, typed: TypedProof | undefined): Promise<Tried<Proof>> {
  if (typed !== undefined) return { ok: true, value: { kind: 'password', ...typed } }
  const asked = await call('askStaffProof', { body: {} })
  if (!asked.ok) return tried(asked)
  const { challengeId, options } = asked.value
  const answered = await provePasskey(options, employeeId)
  if (!answered.ok) return { ok: false, text: TROUBLE_TEXTS[answered.trouble] }
  return { ok: true, value: { kind: 'passkey', challengeId, response: answered.answer } }
}

interface ByWhom {
  readonly employeeId: string
  /** Undefined: a passkey proves it. */
  readonly typed: TypedProof | undefined
}

/** Adds a passkey after a proof. */
export async function addPasskey(name: string, { employeeId, typed }: ByWhom): Promise<Tried<Account>> {
  const proof = await prove(employeeId, typed)
  if (!proof.ok) return proof
  const begun = await call('beginPasskey', { body: { proof: proof.value } })
  if (!begun.ok) return tried(begun)
  const made = await makePasskey(begun.value.options)
  const { challengeId } = begun.value
  if (!made.ok && made.trouble === 'alreadyMine') return { ok: false, text: await whoseKey(challengeId) }
  if (!made.ok) return { ok: false, text: TROUBLE_TEXTS[made.trouble] }
  return tried(await call('addPasskey', { body: { challengeId, name, response: made.answer } }))
}

/** The key is known at this desk: by a touch it says whose it is, and what came of that is what the reader reads. */
async function whoseKey(begun: string): Promise<string> {
  const asked = await call('reportOwnKnownKey', { body: { challengeId: begun } })
  const signed = asked.ok ? await askPasskey(asked.value.options) : undefined
  if (!asked.ok || !signed?.ok) return TROUBLE_TEXTS.alreadyMine
  const body = { challengeId: asked.value.challengeId, response: signed.answer }
  const named = await call('nameOwnKnownKey', { body })
  if (!named.ok) return TROUBLE_TEXTS.alreadyMine
  return named.value.linked ? accountText.knownKey : accountText.ownKey
}

/** Removes a passkey after a proof by another one. */
export async function removePasskey(
  factorId: string,
  { employeeId, typed }: ByWhom,
): Promise<Tried<Account>> {
  const proof = await prove(employeeId, typed)
  return proof.ok ? tried(await call('removePasskey', { body: { factorId, proof: proof.value } })) : proof
}
