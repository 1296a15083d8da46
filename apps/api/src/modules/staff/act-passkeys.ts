import { type Factor, findPasskey, listFactors } from '@dolphin/database/staff/factor-repository'
import { listLinkedTo } from '@dolphin/database/staff/link-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { type Result, refuse, refuseAndCommit } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { ActAnswer, ActPasskeys, ProvenAct } from '../approvals/approval-deps.ts'
import type { EmployeeActor } from '../../http/actor.ts'
import type { Desk } from '../../http/desk.ts'
import { newChallenge, takeChallenge } from './challenges.ts'
import { assertionOptions } from './passkeys.ts'
import { proveByPasskey } from './sign-in.ts'
import { noteTouched, signingPasskeysOf } from './signing-passkeys.ts'
import { employeeActor } from './staff-audit.ts'
import type { StaffDeps } from './staff-deps.ts'

/** How an employee signs an act: by one of their own passkeys, over its digest, in this very session. */
export const actPasskeys = (deps: StaffDeps): ActPasskeys => ({
  async ask(unit, { employeeId }, desk, { subject, digest, factorIds }) {
    const challenge = await newChallenge(deps, unit, {
      purpose: 'act',
      employeeId,
      subject,
      actDigest: digest,
    })
    const own = await listFactors(unit.tx, employeeId)
    const counting = own.filter(({ factorId }) => factorIds.includes(factorId))
    return {
      challengeId: challenge.challengeId,
      options: { ...(await assertionOptions(desk, challenge, counting)) },
    }
  },
  verify: (who, desk, answer) => deps.units.write((unit) => verifyAct(deps, unit, { who, desk, answer })),
  signer: async (executor, employeeId) => ({
    passkeys: await signingPasskeysOf(deps, executor, employeeId),
    linkedTo: (await listLinkedTo(executor, employeeId)).map(employeeActor),
  }),
})

interface Answered {
  readonly who: EmployeeActor
  readonly desk: Desk
  readonly answer: ActAnswer
}

/** Every refusal after the challenge commits: it is spent, and a passkey with a wrong count is blocked. */
async function verifyAct(
  deps: StaffDeps,
  unit: UnitOfWork,
  { who, desk, answer }: Answered,
): Promise<Result<ProvenAct>> {
  const challenge = await takeChallenge(unit, answer.challengeId, 'act')
  if (challenge === undefined) return refuse('staffSignInRefused')
  if (challenge.employeeId !== who.employeeId || challenge.subject !== answer.subject)
    return refuseAndCommit('staffSignInRefused')
  if (challenge.actDigest !== answer.digest) return refuseAndCommit('approvalChanged')
  const passkey = await findPasskey(unit.tx, answer.response.id)
  if (passkey?.employeeId !== who.employeeId || !answer.factorIds.includes(passkey.factorId))
    return refuseAndCommit('staffSignInRefused')
  const { response } = answer
  const proven = await proveByPasskey(deps, unit, { desk, challenge, passkey, response })
  if (!proven.ok) return proven
  await noteTouched(deps, unit, { ...who, factorId: passkey.factorId })
  return ok(provenBy(passkey, challenge.nonce, desk, answer))
}

function provenBy(
  { factorId, credentialId, publicKey }: Factor,
  nonce: string,
  { origin }: Desk,
  { response: { response } }: ActAnswer,
): ProvenAct {
  assert(credentialId !== null && publicKey !== null, 'a passkey that signed has its key')
  return {
    answeredFactor: factorId,
    nonce,
    credentialId,
    publicKey,
    clientData: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
    origin,
  }
}
