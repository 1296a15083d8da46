import {
  signingConsentCall,
  signingDeclineCall,
  signingSignCall,
  sendLoanAgreementCall,
} from '@dolphin/contract/agreements'
import { ok } from '@dolphin/domain/outcome'
import { type Result, refuse } from '../../refusal.ts'
import { customerRoute, type RouteDefinition, sessionRoute } from '../../http/route.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { AgreementDeps } from './agreement-deps.ts'
import { signerOf } from './signing-session-state.ts'
import { giveConsents } from './consent-step.ts'
import { declineSigning } from './decline-step.ts'
import type { SigningFinisher } from './finish-signing.ts'
import { reserveSignature } from './reserve-signature.ts'
import { sendAgreement } from './send-agreement.ts'
import { signedView } from './signing-view.ts'

/** The signing session: consent, sign or decline; and the agreement by mail. */
export function agreementRoutes(deps: AgreementDeps, finisher: SigningFinisher): RouteDefinition[] {
  return [
    sessionRoute(signingConsentCall, async ({ actor, params, body, portfolio, origin, write }) => {
      const signer = signerOf(actor)
      if (!signer.ok) return signer
      const step = { actor: signer.value, requestCode: params.requestCode, portfolio, origin }
      return write((unit) => giveConsents(deps, unit, step, body))
    }),
    sessionRoute(signingSignCall, async ({ actor, params, body, portfolio, origin, write }) => {
      const signer = signerOf(actor)
      if (!signer.ok) return signer
      const { requestCode } = params
      const { portfolioId } = portfolio
      const earlier = await earlierSigning(write)
      if (earlier !== undefined) return earlier
      const reserved = await reserveSignature(deps, { actor: signer.value, requestCode, body, origin })
      const signed = reserved.ok ? await finisher.finish({ portfolioId, requestCode }) : reserved
      // The signature is made once by its signing session; the key only gives a repeated request its first answer.
      return write(async (unit) =>
        signed.ok ? ok(await signedView(unit.tx, signed.value, portfolio)) : signed,
      )
    }),
    sessionRoute(signingDeclineCall, async ({ actor, params, body, origin, write }) => {
      const signer = signerOf(actor)
      if (!signer.ok) return signer
      const { requestCode } = params
      const step = { actor: signer.value, requestCode, reason: body.reason ?? '', origin }
      return write((unit) => declineSigning(deps, unit, step))
    }),
    customerRoute(sendLoanAgreementCall, ({ actor, body, portfolio, origin, write }) =>
      write((unit) => sendAgreement(deps, unit, { actor, body, portfolio, origin })),
    ),
  ]
}

/**
 * What the request's Idempotency-Key was spent on: the first answer, or the refusal of a key reused; undefined
 * for a fresh key. Asked before anything is signed, because sealing happens between transactions; a fresh key is
 * given back by the refusal's rollback.
 */
async function earlierSigning<Reply>(
  write: (work: (unit: UnitOfWork) => Promise<Result<Reply>>) => Promise<Result<Reply>>,
): Promise<Result<Reply> | undefined> {
  let fresh = false
  const answer = await write(() => {
    fresh = true
    return Promise.resolve(refuse('idempotencyInProgress'))
  })
  return fresh ? undefined : answer
}
