import { FUNDED_STATUSES, type LoanStatus } from '@dolphin/domain/loans/codes'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { CallValue } from '../../api-client/call.ts'
import { isCustomer } from '../../api-client/session.ts'
import { reads, withQueries } from '../../api-client/with-queries.tsx'
import { QueryView } from '../../app/query-view.tsx'
import { rememberReturn } from '../../app/return-path.ts'
import type { PageProps } from '../../app/routes.ts'
import { Waiting } from '../../app/waiting.tsx'
import { SigningSession } from './signing-session.tsx'
import { PrepareAgreement } from './prepare-agreement.tsx'

type ResourceInfo = CallValue<'parseSignatureResource'>

/** /signature/{resource}: looks at the link, has the reader signed in, then leads through the signing. */
export default withQueries(function SignaturePage({ params }: PageProps) {
  const resource = params['resource'] ?? ''
  // Read once: after the signature the link fits no more, and the page must stay to say so
  const link = useQuery({
    ...reads('parseSignatureResource', { query: { resource } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return <QueryView query={link}>{(info) => <OpenedLink info={info} />}</QueryView>
})

/** A signature needs a signed-in customer, never a session limited to one link (domain.md §3). */
function OpenedLink({ info }: { info: ResourceInfo }) {
  const [, navigate] = useLocation()
  // Begun without an account: it is tied to this one first, on the application's own page.
  const mustAttach = info.needs === 'identity' && isCustomer()
  const mustSignIn = info.needs !== 'nothing' || !isCustomer()
  useEffect(() => {
    if (mustAttach) return navigate(info.next, { replace: true })
    if (!mustSignIn) return
    rememberReturn()
    navigate('/sign-in', { replace: true })
  }, [mustAttach, mustSignIn, info.next, navigate])
  if (mustSignIn) return <Waiting />
  const { requestCode, loanNo, applicationNo, loanStatus } = info
  if (requestCode !== null)
    return (
      <SigningSession
        requestCode={requestCode}
        loanNo={loanNo}
        applicationNo={applicationNo}
        isAmendment={isPaidOut(loanStatus)}
      />
    )
  return <PrepareAgreement loanNo={loanNo} />
}

/** The agreement of such a loan is signed: what is signed now amends it. */
const isPaidOut = (status: LoanStatus | null): boolean => status !== null && FUNDED_STATUSES.includes(status)
