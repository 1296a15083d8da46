import { Banner } from '@dolphin/ui/banner/banner'
import { BackButton } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { KeyFigures } from '@dolphin/ui/key-figures/key-figures'
import { useState } from 'react'
import { Link } from 'wouter'
import { CallError } from '../../api-client/with-queries.tsx'
import { usePlace } from '../../app/place.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { Waiting } from '../../app/waiting.tsx'
import { ReadingFailedHere } from '../applications/reading-failed-here.tsx'
import { dayText } from '../../app/wire-text.ts'
import { type ChangeKind, loanPath } from './change-kinds.ts'
import { momentText } from './moment-text.ts'
import type { AskedChange, ChangeResult } from './change-call.ts'
import { changeText } from './change-messages.ts'
import { ChangedFigures } from './changed-figures.tsx'
import { ConfirmChange } from './confirm-change.tsx'
import { effectFigures } from './effect-figures.ts'
import { hasEffect } from './has-effect.ts'
import { isNothingAsked } from './loan-status-view.ts'
import { MoneyRows } from './money-rows.tsx'
import { PayoffQuote } from './payoff-quote.tsx'
import { nextRow } from './preview-rows.ts'
import { SchedulePair } from './schedule-pair.tsx'
import type { LoanDetail } from './step-props.ts'
import { useConfirm } from './use-confirm.ts'
import { usePreview } from './use-preview.ts'
import { WhereToPay } from './where-to-pay.tsx'

interface ReviewStepProps {
  kind: ChangeKind
  asked: AskedChange
  detail: LoanDetail
  /** The newest change of the loan so far. */
  newest: string | undefined
}

/** What a change comes to, old beside new, before it is confirmed. */
export function ReviewStep({ kind, asked, detail, newest }: ReviewStepProps) {
  const { loanNo } = detail
  const asks = !isNothingAsked(detail.subStatus)
  const [before, setBefore] = useState<ChangeResult>()
  const preview = usePreview(loanNo, asked)
  const { data, error, refetch } = preview
  const { busy, refused, confirm, forget } = useConfirm({
    loanNo,
    asked,
    newest,
    onOutdated: () => {
      setBefore(data)
      void refetch()
    },
  })
  usePageTitle(changeText('reviewTitle'))
  if (error instanceof CallError)
    return <ReadingFailedHere failure={error.failure} again={() => void refetch()} />
  if (data === undefined) return <Waiting />
  if (!hasEffect(kind, data, detail)) return <NoEffect />
  return (
    <>
      <Card tone="accent">
        <StepHeading lead={changeText('reviewLead')}>{changeText('reviewTitle')}</StepHeading>
        {before !== undefined && <ChangedFigures before={before} after={data} />}
        {asks && <MoneyRows preview={data} detail={detail} />}
        {asks && <KeyFigures figures={effectFigures(data)} />}
        <p>
          {changeText('holdsFrom', { date: dayText(data.holdsFrom) })}{' '}
          {changeText('cutOff', { moment: momentText(data.cutOffAt) })}
        </p>
        {data.remarks.length > 0 && (
          <ul>
            {[...new Set(data.remarks)].map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        )}
        {asks && <WhatToSend preview={data} />}
      </Card>
      {data.quote !== null && <PayoffQuote quote={data.quote} />}
      {asks && <SchedulePair preview={data} />}
      <Card>
        {refused?.ofMark === false && (
          <Banner tone="danger" live>
            <p>{refused.message}</p>
            {refused.needsAuthorization && (
              <Link href={loanPath(loanNo, 'authorization')}>{changeText('giveAuthorization')}</Link>
            )}
          </Banner>
        )}
        <ConfirmChange
          key={data.quoteId}
          kind={kind}
          preview={data}
          busy={busy || preview.isFetching}
          markRefusal={refused?.ofMark ? refused.message : undefined}
          onMark={forget}
          onConfirm={(mark) => void confirm({ quoteId: data.quoteId, mark })}
        />
      </Card>
    </>
  )
}

/** Where the borrower sends the payment of the change, or the next one of the schedule; nothing where we take it. */
function WhatToSend({ preview }: { preview: ChangeResult }) {
  const { payment, expected, paymentMode, loanNo } = preview
  const sentBy = (payment ?? nextRow(preview))?.sentBy
  return sentBy === 'us' ? null : <WhereToPay mode={expected?.paymentMode ?? paymentMode} loanNo={loanNo} />
}

/** Nothing would be different, so there is nothing to confirm. */
function NoEffect() {
  const place = usePlace()
  return (
    <Card>
      <StepHeading lead={changeText('noEffectLead')}>{changeText('noEffectTitle')}</StepHeading>
      <BackButton onClick={() => place.go({ step: undefined })}>{changeText('changeChoices')}</BackButton>
    </Card>
  )
}
