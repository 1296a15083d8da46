import { Suspense } from 'react'
import { withQueries } from '../../api-client/with-queries.tsx'
import { CalculatorScreen } from '../../app/origination-screens.ts'
import { Waiting } from '../../app/waiting.tsx'
import { usePlace } from '../../app/place.ts'
import { BeginApplication } from './begin-application.tsx'
import { useEarlyReads } from './early-reads.ts'
import { type FirstProps, Guided } from './guided.tsx'
import { ReadyToApply } from './ready-to-apply.tsx'

/** guidance and /web-guidance: what a loan costs, then the application, begun without an account. */
function GuidancePage() {
  useEarlyReads()
  return <Guided first={FirstVisit} />
}

/** The calculator, and behind it the first section; saving that makes the application. */
function FirstVisit({ onCreated }: FirstProps) {
  const place = usePlace()
  if (place.get('section') !== undefined) {
    return (
      <BeginApplication
        onBack={() => place.go({ section: undefined, step: undefined })}
        onCreated={(saved) => {
          place.go({ section: undefined, step: undefined }, { replace: true })
          onCreated(saved)
        }}
      />
    )
  }
  return (
    <>
      <Suspense fallback={<Waiting />}>
        <CalculatorScreen />
      </Suspense>
      <ReadyToApply onStart={() => place.go({ section: 'personal' })} />
    </>
  )
}

export default withQueries(GuidancePage)
