import {
  ceremonyConsentCall,
  ceremonyDeclineCall,
  ceremonySignCall,
  sendLoanAgreementCall,
} from '@dolphin/contract/agreements'
import { ok } from '@dolphin/domain/outcome'
import { type Answer, refuse } from '../../refusal.ts'
import { customerRoute, type RouteDefinition, sessionRoute } from '../../http/route.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { AgreementParts } from './agreement-parts.ts'
import { signerOf } from './ceremony-state.ts'
import { giveConsents } from './consent-step.ts'
import { declineSigning } from './decline-step.ts'
import type { SigningFinisher } from './finish-signing.ts'
import { reserveSignature } from './reserve-signature.ts'
import { sendAgreement } from './send-agreement.ts'
import { signedView } from './signing-view.ts'

/** The ceremony: consent, sign or decline; and the agreement by mail. */
export function agreementRoutes(parts: AgreementParts, finisher: SigningFinisher): RouteDefinition[] {
  return [
    sessionRoute(ceremonyConsentCall, async ({ actor, params, body, portfolio, origin, write }) => {
      const signer = signerOf(actor)
      if (!signer.ok) return signer
      const step = { actor: signer.value, requestCode: params.requestCode, portfolio, origin }
      return write((unit) => giveConsents(parts, unit, step, body))
    }),
    sessionRoute(ceremonySignCall, async ({ actor, params, body, portfolio, origin, write }) => {
      const signer = signerOf(actor)
      if (!signer.ok) return signer
      const { requestCode } = params
      const { portfolioId } = portfolio
      const earlier = await whatTheKeyDid(write)
      if (earlier !== undefined) return earlier
      const reserved = await reserveSignature(parts, { actor: signer.value, requestCode, body, origin })
      const signed = reserved.ok ? await finisher.finish({ portfolioId, requestCode }) : reserved
      // The signature is made once by its ceremony; the key only gives a repeated request its first answer.
      return write(async (unit) =>
        signed.ok ? ok(await signedView(unit.tx, signed.value, portfolio)) : signed,
      )
    }),
    sessionRoute(ceremonyDeclineCall, async ({ actor, params, body, origin, write }) => {
      const signer = signerOf(actor)
      if (!signer.ok) return signer
      const { requestCode } = params
      const step = { actor: signer.value, requestCode, reason: body.reason ?? '', origin }
      return write((unit) => declineSigning(parts, unit, step))
    }),
    customerRoute(sendLoanAgreementCall, ({ actor, body, portfolio, origin, write }) =>
      write((unit) => sendAgreement(parts, unit, { actor, body, portfolio, origin })),
    ),
  ]
}

/**
 * What the request's Idempotency-Key was spent on: the first answer, or the refusal of a key reused; undefined
 * for a fresh key. Asked before anything is signed, because sealing happens between transactions; a fresh key is
 * given back by the refusal's rollback.
 */
async function whatTheKeyDid<Reply>(
  write: (work: (unit: UnitOfWork) => Promise<Answer<Reply>>) => Promise<Answer<Reply>>,
): Promise<Answer<Reply> | undefined> {
  let fresh = false
  const answer = await write(() => {
    fresh = true
    return Promise.resolve(refuse('idempotencyInProgress'))
  })
  return fresh ? undefined : answer
}
