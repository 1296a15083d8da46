import { maskEmail } from '@dolphin/domain/identity/mask-address'
import { writtenDay } from '@dolphin/domain/calendar/written-day'
import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { sendLoanAgreementCall } from '@dolphin/contract/agreements'
import {
  listSigningSessions,
  type SigningSession,
} from '@dolphin/database/agreements/signing-session-repository'
import type { AgreementInput } from '@dolphin/domain/documents/agreement-input'
import { SignStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { CustomerActor } from '../../http/actor.ts'
import { refuse, refuseAndCommit, type Result } from '../../refusal.ts'
import type { RequestOrigin } from '../../http/route.ts'
import { LIMITS } from '../../security/limits.ts'
import { borrowerAddress, type BorrowerAddress } from '../borrowers/borrower-address.ts'
import { lockBorrowerLoan } from '../loans/loan-access.ts'
import { ensureLoanLink } from '../loans/loan-link.ts'
import { isAmendment } from '../loans/open-signing-session.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { AgreementDeps } from './agreement-deps.ts'
import { evidenceOf } from '../loans/signing-evidence.ts'
import { shownStatus } from './signing-session-state.ts'
import { agreementCopyValues } from './finish-signing.ts'
import { readInput } from '../documents/kept-input.ts'

/** What the reply promises, the next sending waits for. */
const RESEND_AFTER_SECONDS = LIMITS.agreementMailPause.windowMs / 1_000

type Body = CallRequest<typeof sendLoanAgreementCall>['body']
type Reply = CallReply<typeof sendLoanAgreementCall>

export interface SendStep {
  readonly actor: CustomerActor
  readonly body: Body
  readonly portfolio: Portfolio
  readonly origin: RequestOrigin
}

/** Mails the way to sign, or to what was signed, to the account's own address; never to another. */
export async function sendAgreement(
  deps: AgreementDeps,
  unit: UnitOfWork,
  { actor, body, portfolio, origin }: SendStep,
): Promise<Result<Reply>> {
  const locked = await lockBorrowerLoan(unit.tx, actor, { loanNo: body.loanNo })
  if (!locked.ok) return locked
  const loan = locked.value
  const wanted = body.to === 'copy' ? SignStatus.signed : SignStatus.notSigned
  const signingSessions = await listSigningSessions(unit.tx, loan)
  // An amendment is mailed when it is sent; this is the way to the agreement.
  const signingSession = signingSessions.find(
    (one) => !isAmendment(one) && shownStatus(one, unit.now) === wanted,
  )
  const borrower = await borrowerAddress(unit.tx, deps.cipher, loan)
  if (signingSession === undefined || borrower === undefined) {
    return refuse(body.to === 'copy' ? 'loanStatusInvalid' : 'signingNotOpen')
  }
  const wait = await deps.limits.take(unit.tx, 'agreementMails', loan.loanNo, unit.now)
  const pause = await deps.limits.take(unit.tx, 'agreementMailPause', `${loan.loanNo}/${body.to}`, unit.now)
  const seconds = Math.max(wait?.seconds ?? 0, pause?.seconds ?? 0)
  if (seconds > 0) return refuseAndCommit('tooManyRequests', { retryAfterSeconds: seconds })
  const { portfolioId, loanNo, openId } = loan
  const about = { portfolioId, loanNo, openId, recipient: borrower.email }
  const dedupKey = `${body.to}/${loanNo}/${signingSession.requestCode}/${unit.now.getTime()}`
  if (body.to === 'copy') {
    const link = `${origin.baseUrl}/documents`
    const values = await copyValues(deps, signingSession, borrower, link)
    await deps.notices.send(unit, { ...about, dedupKey, kind: 'agreementCopy', values })
  } else {
    const { path } = await ensureLoanLink(deps, unit, loan, 'signature')
    const values = {
      firstName: borrower.firstName,
      loanNo,
      signBy: writtenDay(dateIn(signingSession.expiresAt, portfolio.timeZone)),
      link: `${origin.baseUrl}${path}`,
    }
    await deps.notices.send(unit, { ...about, dedupKey, kind: 'signingLink', values })
  }
  return ok({
    sent: true,
    resendAfterSeconds: RESEND_AFTER_SECONDS,
    maskedAddress: maskEmail(borrower.email),
  })
}

async function copyValues(
  { objects }: AgreementDeps,
  signingSession: SigningSession,
  { firstName }: BorrowerAddress,
  link: string,
) {
  const input = await readInput<AgreementInput>(objects, evidenceOf(signingSession).inputKey)
  return agreementCopyValues(input, firstName, signingSession.signedAt ?? signingSession.openedAt, { link })
}
