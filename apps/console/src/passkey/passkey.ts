import type { CallInput } from '../calls/call.ts'
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'

/** What the server sends for the browser's own question. */
export type PasskeyQuestion = Readonly<Record<string, unknown>>

/** What a passkey answers when it signs, and when it is made. */
export type PasskeyAnswer = CallInput<'staffSignIn'>['body']['response']
export type NewPasskey = Extract<
  CallInput<'completeEnrollment'>['body']['factor'],
  { readonly kind: 'passkey' }
>['response']

/** Why the browser gave no answer. */
export type PasskeyTrouble = 'unsupported' | 'cancelled' | 'timedOut' | 'alreadyMine' | 'wrongHost' | 'broken'

export type Asked<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly trouble: PasskeyTrouble }

/** What the reader reads of it, and does next. */
export const TROUBLE_TEXTS: Readonly<Record<PasskeyTrouble, string>> = {
  unsupported:
    'This browser cannot use passkeys. Use a current Chrome, Edge, Firefox or Safari, or sign in with password and code.',
  cancelled:
    'Your device gave no passkey: the question was closed, or it holds no passkey of this desk. Try again, with your security key plugged in if you use one.',
  timedOut:
    'Your device did not answer in time. Try again and touch the key, or use your finger, face or PIN.',
  alreadyMine:
    'This key holds a passkey of this desk already, yours or a colleague’s. Use another device or security key.',
  wrongHost:
    'This page does not stand at the address of the desk, so no passkey answers. Open the desk by its own address.',
  broken:
    'Your device could not answer. Unplug the security key and plug it in again, or restart the browser.',
}

/** Browsers end a question about a minute after they asked it; a person who closes it is quicker. */
const ALMOST = 0.95
const USUAL_LIMIT_MS = 60_000

/** Asks the browser for a passkey that signs the question. */
export const askPasskey = (question: PasskeyQuestion): Promise<Asked<PasskeyAnswer>> =>
  ask(question, async () => {
    const optionsJSON = question as unknown as PublicKeyCredentialRequestOptionsJSON
    return (await startAuthentication({ optionsJSON })) as PasskeyAnswer
  })

/** Asks the browser to make a passkey. */
export const makePasskey = (question: PasskeyQuestion): Promise<Asked<NewPasskey>> =>
  ask(question, async () => {
    const optionsJSON = question as unknown as PublicKeyCredentialCreationOptionsJSON
    return (await startRegistration({ optionsJSON })) as NewPasskey
  })

async function ask<Answer>(question: PasskeyQuestion, start: () => Promise<Answer>): Promise<Asked<Answer>> {
  if (!browserSupportsWebAuthn()) return { ok: false, trouble: 'unsupported' }
  const began = performance.now()
  try {
    return { ok: true, answer: await start() }
  } catch (cause) {
    return { ok: false, trouble: troubleOf(cause, performance.now() - began, question) }
  }
}

function troubleOf(cause: unknown, tookMs: number, { timeout }: PasskeyQuestion): PasskeyTrouble {
  const code = cause instanceof WebAuthnError ? cause.code : undefined
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'alreadyMine'
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'SecurityError' || code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID')
    return 'wrongHost'
  if (name !== 'NotAllowedError' && name !== 'AbortError') return 'broken'
  const limitMs = typeof timeout === 'number' ? timeout : USUAL_LIMIT_MS
  return tookMs >= limitMs * ALMOST ? 'timedOut' : 'cancelled'
}
