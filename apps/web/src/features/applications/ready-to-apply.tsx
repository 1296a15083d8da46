import { Button, ButtonRow, buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { PageContent } from '@dolphin/ui/page/page'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { isCustomer } from '../../api-client/session.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { loadDraft } from '../../form-engine/draft.ts'
import { applicationText } from './messages.ts'

/** What it takes to apply, and the way in. */
export function ReadyToApply({ onStart }: { onStart: () => void }) {
  const [hasDraft, setHasDraft] = useState(false)
  usePageTitle(applicationText('guidanceTitle'))
  useEffect(() => {
    void loadDraft('personal.new').then((draft) => setHasDraft(draft !== undefined))
  }, [])
  return (
    <PageContent width="wide">
      <Card tone="accent">
        <h2>{applicationText('readyTitle')}</h2>
        <p>{applicationText(hasDraft ? 'draftWaiting' : 'readyLead')}</p>
        <p>{applicationText('needs')}</p>
        <ButtonRow>
          {!isCustomer() && (
            <Link href="/sign-in" className={buttonClass('quiet')}>
              {applicationText('haveAccount')}
            </Link>
          )}
          <Button onClick={onStart}>{applicationText(hasDraft ? 'goOn' : 'startNow')}</Button>
        </ButtonRow>
      </Card>
    </PageContent>
  )
}
