import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { useLocation } from 'wouter'
import { bootData } from '../../app/boot.ts'
import { LinkRows } from '../../app/link-rows.tsx'
import { signOut } from '../../app/sign-out.ts'
import { accountText } from './account-messages.ts'

const ROWS = [
  { href: '/change-password#contacts', title: 'contacts', hint: 'contactsHint', icon: 'person' },
  { href: '/change-password', title: 'security', hint: 'securityHint', icon: 'lock' },
  { href: '/consent', title: 'consents', hint: 'consentsHint', icon: 'check' },
  { href: '/my-data', title: 'myData', hint: 'myDataHint', icon: 'document' },
  { href: '/coupon/overview', title: 'coupons', hint: 'couponsHint', icon: 'money' },
  { href: '/verify', title: 'verify', hint: 'verifyHint', icon: 'document' },
] as const

/** /account: everything about the account itself, as a plain list, and the way out. */
export default function AccountPage() {
  const [, navigate] = useLocation()
  return (
    <PageContent>
      <PageHeading>{accountText('title')}</PageHeading>
      <Card>
        <LinkRows
          rows={ROWS.map(({ href, title, hint, icon }) => ({
            href,
            title: accountText(title),
            hint: accountText(hint),
            icon,
          }))}
        />
      </Card>
      {bootData().mirrorNo === undefined && (
        <Button variant="secondary" onClick={() => void signOut(navigate)}>
          {accountText('signOut')}
        </Button>
      )}
    </PageContent>
  )
}
