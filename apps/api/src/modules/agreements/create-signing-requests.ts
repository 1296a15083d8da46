import { ok } from '@dolphin/domain/outcome'
import { refuse } from '../../refusal.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import { ensureLoanLink } from '../loans/loan-link.ts'
import type { SigningRequests } from './signing-requests.ts'
import type { AgreementParts } from './agreement-parts.ts'
import { findOwnCeremony, signerOf } from './ceremony-state.ts'
import { openCeremony, prepareSigning } from './open-signing.ts'
import { detailsView, openedView, statusView } from './signing-view.ts'

/** Signing's side of create-request-code, get-request-status and get-request-details. */
export function createSigningRequests(parts: AgreementParts): SigningRequests {
  const { db } = parts.database
  return {
    async open({ actor, body, portfolio, origin, write }) {
      const signer = signerOf(actor)
      const reached = signer.ok ? await findBorrowerLoan(db, actor, { loanNo: body.loanNo }) : signer
      if (!reached.ok || !signer.ok) return reached.ok ? refuse('loanNotFound') : reached
      const request = { actor: signer.value, loanNo: body.loanNo, portfolio, origin }
      const prepared = await prepareSigning(parts, request)
      return write(async (unit) => {
        if (!prepared.ok) return prepared
        const opened =
          'signStatus' in prepared.value
            ? ok({ loan: reached.value, ceremony: prepared.value })
            : await openCeremony(parts, unit, request, prepared.value)
        if (!opened.ok) return opened
        const { loan, ceremony } = opened.value
        return ok(openedView(ceremony, await ensureLoanLink(parts, unit, loan, 'signature'), portfolio))
      })
    },
    async status({ actor, query, portfolio, now }) {
      const own = await findOwnCeremony(db, actor, query.requestCode)
      return own && ok(statusView(own.ceremony, portfolio, now))
    },
    async details({ actor, query, portfolio }) {
      const own = await findOwnCeremony(db, actor, query.requestCode)
      if (own === undefined) return undefined
      const signer = signerOf(actor)
      return signer.ok ? ok(await detailsView(parts, db, signer.value, own.ceremony, portfolio)) : signer
    },
  }
}
