import { Banner } from '@dolphin/ui/banner/banner'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { EntryPage } from '../../app/entry-page.tsx'
import { timeText } from '../../time/instant-text.ts'
import { CodeStep } from './code-step.tsx'
import type { Begun, Enrolled, Halves } from './enroll.ts'
import { enrollmentText } from './messages.ts'
import { PasskeyStep } from './passkey-step.tsx'
import { PasswordStep } from './password-step.tsx'

/** The half that stands in the address, after the # sign, which no server sees. */
const LINK = /^#([A-Za-z0-9_-]{43})$/

interface Opened {
  readonly halves: Halves
  readonly begun: Begun
}

/** Where an invitation leads: the code of the other colleague, then a passkey, then sign-in. */
export function EnrollPage() {
  const [, navigate] = useLocation()
  const [link] = useState(() => LINK.exec(location.hash)?.[1])
  const [opened, setOpened] = useState<Opened>()
  const [way, setWay] = useState<'passkey' | 'password'>('passkey')
  const [trouble, setTrouble] = useState<string>()
  const settle = (enrolled: Enrolled) => {
    if (enrolled.outcome === 'enrolled') navigate('/sign-in?reason=enrolled', { replace: true })
    else if (enrolled.outcome === 'refused') setTrouble(enrolled.text)
    else {
      setOpened(undefined)
      setTrouble(enrollmentText.stepOver)
    }
  }
  const choose = (next: typeof way) => () => {
    setTrouble(undefined)
    setWay(next)
  }
  if (link === undefined)
    return (
      <EntryPage title={enrollmentText.title}>
        <Banner tone="warning" title={enrollmentText.noLinkTitle}>
          <p>{enrollmentText.noLink}</p>
        </Banner>
      </EntryPage>
    )
  if (opened === undefined)
    return (
      <EntryPage title={enrollmentText.title}>
        <p className="muted">{enrollmentText.lead}</p>
        <CodeStep link={link} trouble={trouble} onTrouble={setTrouble} onOpen={setOpened} />
      </EntryPage>
    )
  const { begun, halves } = opened
  const step = { halves, trouble, onTrouble: setTrouble, onSettle: settle }
  return (
    <EntryPage title={enrollmentText.hello(begun.name)}>
      <p className="muted">{enrollmentText.until(timeText(begun.expiresAt))}</p>
      {way === 'passkey' ? (
        <PasskeyStep {...step} onPassword={choose('password')} />
      ) : (
        <PasswordStep {...step} begun={begun} onPasskey={choose('passkey')} />
      )}
    </EntryPage>
  )
}
