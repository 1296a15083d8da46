import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { useLocation } from 'wouter'
import { call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { queryClient } from '../../api-client/with-queries.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { agreementText } from './messages.ts'
import { ownPath } from './own-address.ts'

/** Stands where a loan has no signing yet: asks for one. */
export function PrepareAgreement({ loanNo }: { loanNo: string | null }) {
  return (
    <PageContent width="narrow">
      <Card tone="accent">
        <PageHeading lead={agreementText('prepareLead')}>{agreementText('prepareTitle')}</PageHeading>
        <NewSigning loanNo={loanNo} label={agreementText('prepare')} />
      </Card>
    </PageContent>
  )
}

/** Opens a new signing of the loan's present terms and leads to its page. */
export function NewSigning({ loanNo, label }: { loanNo: string | null; label: string }) {
  const [, navigate] = useLocation()
  const { busy, start } = useAct(async () => {
    if (loanNo === null) return navigate('/home')
    const opened = await call('createRequestCode', { body: { loanNo, purpose: 'signature' } })
    if (!opened.ok) return showFailure(opened.failure)
    const path = ownPath(opened.value.url)
    if (path === undefined) return location.assign(opened.value.url)
    queryClient.removeQueries({ queryKey: ['parseSignatureResource'] })
    navigate(path, { replace: true })
  })
  return (
    <Button busy={busy} onClick={() => void start()}>
      {label}
    </Button>
  )
}
