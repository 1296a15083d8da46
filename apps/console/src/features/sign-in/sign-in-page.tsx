import { Banner } from '@dolphin/ui/banner/banner'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { EntryPage } from '../../app/entry-page.tsx'
import { returnPath } from '../../app/return-path.ts'
import { deskSettings, isDemonstration } from '../../app/settings.ts'
import { DemonstrationStaff } from './demonstration-staff.tsx'
import { signInText } from './messages.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { PasswordSignIn } from './password-sign-in.tsx'
import { SingleSignOn } from './single-sign-on.tsx'

const REASONS: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  idle: { title: signInText.idleTitle, text: signInText.idle },
  over: { title: signInText.overTitle, text: signInText.over },
  enrolled: { title: signInText.enrolledTitle, text: signInText.enrolled },
}

/** The way in: a passkey, the company's single sign-on where it is set, or password and code for those who have none at hand. */
export function SignInPage() {
  const [way, setWay] = useState<'passkey' | 'password'>('passkey')
  const [, navigate] = useLocation()
  const search = useSearch()
  const { signOn } = deskSettings()
  const reason = REASONS[new URLSearchParams(search).get('reason') ?? '']
  const enter = () => navigate(returnPath(search), { replace: true })
  return (
    <EntryPage
      title={signInText.title}
      notice={
        reason && (
          <Banner tone="info" title={reason.title}>
            <p>{reason.text}</p>
          </Banner>
        )
      }
      foot={[signInText.limits, signInText.logged, signInText.lost].map((line) => (
        <span key={line}>{line}</span>
      ))}
    >
      <p className="muted">{signInText.lead}</p>
      {way === 'passkey' ? (
        <PasskeySignIn onEnter={enter} onPassword={() => setWay('password')}>
          {signOn !== undefined && <SingleSignOn name={signOn} />}
        </PasskeySignIn>
      ) : (
        <PasswordSignIn onEnter={enter} onPasskey={() => setWay('passkey')} />
      )}
      {isDemonstration() && <DemonstrationStaff onEnter={enter} />}
    </EntryPage>
  )
}
