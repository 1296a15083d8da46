import { NotificationCode } from '@dolphin/domain/loans/codes'
import { Card } from '@dolphin/ui/card/card'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { StatePicture } from '@dolphin/ui/state-picture/state-picture'
import { lazy, Suspense } from 'react'
import { Redirect } from 'wouter'
import { isCustomer } from '../../api-client/session.ts'
import { withQueries } from '../../api-client/with-queries.tsx'
import { usePageTitle } from '../../app/page-title.ts'
import type { PageProps } from '../../app/routes.ts'
import { loadChunk } from '../../app/page-loader.ts'
import { Waiting } from '../../app/waiting.tsx'
import { usePlace } from '../../app/place.ts'
import { BankLinkWatch } from './bank-link-watch.tsx'
import { notificationText } from './messages.ts'
import { NextActs } from './next-acts.tsx'
import { EXPECTED_PAYMENT, NOTICE_PAGES, notificationCode } from './notices.ts'
import { Reasons } from './reasons.tsx'

/** /notification/{code}: what happened, in a picture and few words, and the next step. */
export default withQueries(function NotificationPage({ params }: PageProps) {
  const code = notificationCode(params['code'] ?? '')
  return code === undefined ? <Redirect to="/404" replace /> : <Notice code={code} />
})

const ChangeReceipt = lazy(() => loadChunk(() => import('../servicing/change-receipt.tsx'), import.meta.url))

/** 103 with the change that led here, where the address names it and its borrower is the one who looks: its receipt. */
function Notice({ code }: { code: NotificationCode }) {
  const place = usePlace()
  const [loanNo, changeNo] = [place.get('loanNo'), place.get('changeNo')]
  const named = code === NotificationCode.paymentSuccess && isCustomer()
  if (!named || loanNo === undefined || changeNo === undefined) return <PlainNotice code={code} />
  return (
    <Suspense fallback={<Waiting />}>
      <ChangeReceipt
        loanNo={loanNo}
        changeNo={changeNo}
        confirmed={notificationText('payment')}
        expected={notificationText('expected')}
      >
        <PlainNotice code={code} />
      </ChangeReceipt>
    </Suspense>
  )
}

function PlainNotice({ code }: { code: NotificationCode }) {
  const isExpected = usePlace().get('expected') === '1' && code === NotificationCode.paymentSuccess
  const { icon, tone, title, lead, more } = isExpected ? EXPECTED_PAYMENT : NOTICE_PAGES[code]
  usePageTitle(notificationText(title))
  return (
    <PageContent width="narrow">
      <Card tone="accent">
        <StatePicture icon={icon} tone={tone} />
        <PageHeading lead={notificationText(lead)}>{notificationText(title)}</PageHeading>
        {more && <p>{notificationText(more)}</p>}
        {code === NotificationCode.bankLinkChecking && <BankLinkWatch />}
        {(code === NotificationCode.withdrawn || code === NotificationCode.noQualifiedAmount) && (
          <Reasons code={code} />
        )}
        <NextActs code={code} />
      </Card>
    </PageContent>
  )
}
