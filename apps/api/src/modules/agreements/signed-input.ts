import type { SigningSession } from '@dolphin/database/agreements/signing-session-repository'
import { assert } from '@dolphin/domain/assert'
import type { AgreementInput, SigningStep } from '@dolphin/domain/documents/agreement-input'
import type { Deps } from '../../deps.ts'
import {
  evidenceOf,
  type Reservation,
  type SigningSessionEvidence,
  type StepOrigin,
} from '../loans/signing-evidence.ts'
import { readInput, readSignatureMark } from '../documents/kept-input.ts'

/**
 * What the signed agreement is made of: what was shown, with the mark, the choice and the record of the steps.
 * Everything in it is fixed with the reservation, so that a crash and a second try make the same document.
 */
export async function signedInput(
  { objects }: Pick<Deps, 'objects'>,
  signingSession: SigningSession,
  reservation: Reservation,
): Promise<AgreementInput> {
  const evidence = evidenceOf(signingSession)
  const shownSha256 = evidence.signed?.shownSha256 ?? signingSession.documentHash
  assert(shownSha256 !== null, 'what is signed was shown')
  return {
    ...(await readInput<AgreementInput>(objects, evidence.inputKey)),
    achAuthorization: reservation.achAuthorization ? 'given' : 'declined',
    signature: {
      mark: await readSignatureMark(objects, reservation.markKey),
      signedAt: new Date(reservation.at),
      shownSha256,
      requestCode: signingSession.requestCode,
      steps: stepsOf(evidence, reservation),
      consents: evidence.consent?.consents.map((name) => name.replace('@', ', version ')) ?? [],
    },
  }
}

function stepsOf(
  { opened, consent }: SigningSessionEvidence,
  reservation: Reservation,
): readonly SigningStep[] {
  const step = (kind: SigningStep['kind'], { at, ip, userAgent }: StepOrigin): SigningStep => ({
    kind,
    at: new Date(at),
    ip,
    userAgent,
  })
  const before = [
    ...(opened === undefined ? [] : [step('opened', opened)]),
    ...(consent === undefined ? [] : [step('consented', consent)]),
  ]
  // The consent may be of the day the account was made
  return [...before.toSorted((a, b) => a.at.getTime() - b.at.getTime()), step('signed', reservation)]
}
