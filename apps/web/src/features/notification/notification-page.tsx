import { NotificationCode } from '@dolphin/domain/loan/notification-code'
import { Card } from '@dolphin/ui/card/card'
import { Icon } from '@dolphin/ui/icon/icon'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { Redirect } from 'wouter'
import { withQueries } from '../../api-client/with-queries.tsx'
import { usePageTitle } from '../../app/page-title.ts'
import type { PageProps } from '../../app/routes.ts'
import { BankLinkWatch } from './bank-link-watch.tsx'
import { notificationText } from './messages.ts'
import { NextActs } from './next-acts.tsx'
import { NOTICE_PAGES, notificationCode } from './notices.ts'
import styles from './notification.module.css'
import { Reasons } from './reasons.tsx'

/** /notification/{code}: what happened, in a picture and few words, and the next step. */
export default withQueries(function NotificationPage({ params }: PageProps) {
  const code = notificationCode(params['code'] ?? '')
  return code === undefined ? <Redirect to="/404" replace /> : <Notice code={code} />
})

function Notice({ code }: { code: NotificationCode }) {
  const { icon, tone, title, lead, more } = NOTICE_PAGES[code]
  usePageTitle(notificationText(title))
  return (
    <PageContent width="narrow">
      <Card tone="accent">
        <div className={`${styles.picture} ${styles[tone]}`}>
          <Icon name={icon} size={40} />
        </div>
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
