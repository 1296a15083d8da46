import { Banner } from '@dolphin/ui/banner/banner'
import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { LoadingOverlay } from '@dolphin/ui/loading-overlay/loading-overlay'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { type CallValue, call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { useReading } from '../../api-client/use-call.ts'
import { showSnackbar } from '../../app/announcements.tsx'
import { bootData } from '../../app/boot.ts'
import { showFailure } from '../../app/show-failure.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { ReadingFailed } from '../../app/reading-failed.tsx'
import { ConsentChoices, choicesOf, openConsents, type Ticked } from '../../form-engine/consent-choices.tsx'
import { consentText } from './messages.ts'

type Overview = CallValue<'checkConsentStatus'>

/** /welcome and /consent: the consents one by one, as last given. */
export default function ConsentPage() {
  const { reading, again } = useReading('checkConsentStatus', {})
  if (reading.state === 'waiting') {
    return <LoadingOverlay visible spinner={bootData().portfolio.spinner} label={consentText('loading')} />
  }
  if (!reading.ok) return <ReadingFailed failure={reading.failure} again={again} />
  return <ConsentForm overview={reading.value} />
}

function ConsentForm({ overview }: { overview: Overview }) {
  const { consents } = overview
  const [, navigate] = useLocation()
  const [ticked, setTicked] = useState<Ticked>(() => stillGiven(overview))
  const [attempt, setAttempt] = useState(0)
  const open = openConsents(consents, ticked)
  const shown = attempt > 0 ? open : []
  usePageTitle(consentText('title'), shown.length > 0)
  const { busy, start } = useAct(async () => {
    const result = await call('batchSaveConsentStatus', { body: { consents: choicesOf(consents, ticked) } })
    if (!result.ok) return showFailure(result.failure)
    showSnackbar(consentText('saved'), 'success')
    navigate('/home')
  })
  return (
    <PageContent>
      <Card>
        <PageHeading lead={consentText('lead')}>{consentText('title')}</PageHeading>
        {consents.some((consent) => consent.outdated) && (
          <Banner tone="info">
            <p>{consentText('outdated')}</p>
          </Banner>
        )}
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setAttempt((count) => count + 1)
            if (open.length === 0) void start()
          }}
        >
          <ErrorSummary title={consentText('summaryTitle')} errors={shown} attempt={attempt} />
          <ConsentChoices
            consents={consents}
            ticked={ticked}
            onChange={setTicked}
            error={(kind) => shown.find((consent) => consent.kind === kind)?.message}
          />
          <ButtonRow>
            <Button type="submit" busy={busy}>
              {consentText('save')}
            </Button>
          </ButtonRow>
        </form>
      </Card>
    </PageContent>
  )
}

/** What was given and still stands at the same text; a changed text has to be agreed to anew. */
function stillGiven({ consents }: Overview): Ticked {
  return new Set(
    consents.filter((consent) => consent.given && !consent.outdated).map((consent) => consent.kind),
  )
}
