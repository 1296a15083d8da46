import { createHash } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { CallRequest } from '@dolphin/contract/call'
import type { completeEnrollmentCall, staffSignInCall } from '@dolphin/contract/staff'
import type { StaffChallenge } from '@dolphin/database/staff/challenge-repository'
import type { Factor } from '@dolphin/database/staff/factor-repository'
import type { Desk } from '../../http/desk.ts'
import { serialHashOf } from './attested-serial.ts'
import { challengeBytes } from './challenges.ts'

const RP_NAME = 'Dolphin desk'

type Assertion = CallRequest<typeof staffSignInCall>['body']['response']
type Registration = Extract<
  CallRequest<typeof completeEnrollmentCall>['body']['factor'],
  { kind: 'passkey' }
>['response']

/** 32 bytes that stand for an employee in every authenticator; they hold no name. */
const userHandleOf = (employeeId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(`dolphin employee\n${employeeId}`).digest())

const challengeText = (challenge: StaffChallenge): string =>
  Buffer.from(challengeBytes(challenge)).toString('base64url')

/** What a browser is asked to make a passkey with: one of this host, with PIN or biometrics, that is not known yet. */
export async function registrationOptions(
  { host }: Desk,
  challenge: StaffChallenge,
  who: { readonly employeeId: string; readonly name: string },
  known: readonly Factor[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: host,
    userName: who.employeeId,
    userDisplayName: who.name,
    userID: userHandleOf(who.employeeId),
    challenge: challengeBytes(challenge),
    excludeCredentials: known.flatMap(({ credentialId }) =>
      credentialId === null ? [] : { id: credentialId },
    ),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** What a browser is asked to sign with a passkey of this host; of one employee where their passkeys are named. */
export async function assertionOptions(
  { host }: Desk,
  challenge: StaffChallenge,
  passkeys: readonly Factor[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return await generateAuthenticationOptions({
    rpID: host,
    challenge: challengeBytes(challenge),
    userVerification: 'required',
    allowCredentials: passkeys.flatMap(({ credentialId }) =>
      credentialId === null ? [] : { id: credentialId },
    ),
  })
}

/** A passkey as it was made. */
export interface MadePasskey {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly backupEligible: boolean
  readonly backedUp: boolean
  readonly aaguid: string
  readonly transports: readonly string[]
  /** Digest of the serial number in an enterprise attestation; null where none was given. */
  readonly serialHash: string | null
}

/**
 * A new passkey, if its making answers this challenge from this host, with user verification; undefined otherwise.
 * The library's reasons of a refusal stay here: they help only who forges an answer.
 */
export async function verifyRegistration(
  { host, origin }: Desk,
  challenge: StaffChallenge,
  response: Registration,
): Promise<MadePasskey | undefined> {
  const verified = await quietly(() =>
    verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challengeText(challenge),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
    }),
  )
  if (verified?.verified !== true) return undefined
  const { credential, aaguid, credentialDeviceType, credentialBackedUp, attestationObject } =
    verified.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    backupEligible: credentialDeviceType === 'multiDevice',
    backedUp: credentialBackedUp,
    aaguid,
    transports: credential.transports ?? [],
    serialHash: serialHashOf(attestationObject),
  }
}

export type AssertionResult =
  | {
      readonly kind: 'right'
      readonly counter: number
      readonly backupEligible: boolean
      readonly backedUp: boolean
    }
  /** Signed by the key, yet with a count that does not rise, as a copy of it would. */
  | { readonly kind: 'counterFault' }
  | { readonly kind: 'wrong' }

/**
 * Verifies that a passkey of ours signed this challenge on this host, with user verification. Its user handle, where
 * it answers one, must be that of its enrollment. A passkey that a cloud account began to copy counts as copied from then
 * on, and what its devices count says nothing any more; until then a count must rise.
 */
export async function verifyAssertion(
  { host, origin }: Desk,
  challenge: StaffChallenge,
  passkey: Factor,
  response: Assertion,
): Promise<AssertionResult> {
  const { credentialId, publicKey } = passkey
  const { userHandle } = response.response
  if (credentialId === null || publicKey === null || passkey.endedAt !== null) return { kind: 'wrong' }
  const ownHandle = Buffer.from(userHandleOf(passkey.employeeId)).toString('base64url')
  if (userHandle !== undefined && userHandle !== ownHandle) return { kind: 'wrong' }
  const stored = passkey.counter ?? 0
  const verified = await quietly(() =>
    verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challengeText(challenge),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        // Judged below, so that a fault of the count differs from a wrong signature.
        counter: 0,
      },
    }),
  )
  if (verified?.verified !== true) return { kind: 'wrong' }
  const { newCounter, credentialDeviceType, credentialBackedUp } = verified.authenticationInfo
  const wasCopied = passkey.backupEligible === true
  const counts = !wasCopied && (newCounter > 0 || stored > 0)
  if (counts && newCounter <= stored) return { kind: 'counterFault' }
  const backupEligible = wasCopied || credentialDeviceType === 'multiDevice'
  return { kind: 'right', counter: newCounter, backupEligible, backedUp: credentialBackedUp }
}

/** The library throws for most faults and answers false for others; both mean the same here. */
async function quietly<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify()
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}
