import { ok } from '@dolphin/domain/outcome'
import { refuse } from '../../refusal.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import { ensureLoanLink } from '../loans/loan-link.ts'
import type { SigningRequests } from './signing-requests.ts'
import type { AgreementDeps } from './agreement-deps.ts'
import { findOwnSigningSession, signerOf } from './signing-session-state.ts'
import { openSigningSession, prepareSigning } from './open-signing.ts'
import { detailsView, openedView, statusView } from './signing-view.ts'

/** Signing's side of create-request-code, get-request-status and get-request-details. */
export function createSigningRequests(deps: AgreementDeps): SigningRequests {
  const { db } = deps.database
  return {
    async open({ actor, body, portfolio, origin, write }) {
      const signer = signerOf(actor)
      const reached = signer.ok ? await findBorrowerLoan(db, actor, { loanNo: body.loanNo }) : signer
      if (!reached.ok || !signer.ok) return reached.ok ? refuse('loanNotFound') : reached
      const request = { actor: signer.value, loanNo: body.loanNo, portfolio, origin }
      const prepared = await prepareSigning(deps, request)
      return write(async (unit) => {
        if (!prepared.ok) return prepared
        const opened =
          'signStatus' in prepared.value
            ? ok({ loan: reached.value, signingSession: prepared.value })
            : await openSigningSession(deps, unit, request, prepared.value)
        if (!opened.ok) return opened
        const { loan, signingSession } = opened.value
        return ok(openedView(signingSession, await ensureLoanLink(deps, unit, loan, 'signature'), portfolio))
      })
    },
    async status({ actor, portfolio, now }, requestCode) {
      const own = await findOwnSigningSession(db, actor, requestCode)
      return own && ok(statusView(own.signingSession, portfolio, now))
    },
    async details({ actor, portfolio }, requestCode) {
      const own = await findOwnSigningSession(db, actor, requestCode)
      if (own === undefined) return undefined
      const signer = signerOf(actor)
      return signer.ok
        ? ok(await detailsView(deps, db, { signer: signer.value, portfolio }, own.signingSession))
        : signer
    },
  }
}
