import { useQuery } from '@tanstack/react-query'
import { Banner } from '@dolphin/ui/banner/banner'
import { buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { PageContent } from '@dolphin/ui/page/page'
import { useState } from 'react'
import { Link } from 'wouter'
import { reads } from '../../api-client/with-queries.tsx'
import { QueryView } from '../../app/query-view.tsx'
import { StepHeading } from '../../app/step-heading.tsx'
import { usePlace } from '../../app/place.ts'
import { offersHelp, OverdueHelp } from './overdue-help.tsx'
import { CHANGE_KINDS, type ChangeKind, type LoanAct, loanPath } from './change-kinds.ts'
import { askedChange } from './asked-change.ts'
import { changeText } from './change-messages.ts'
import { CheckingStep } from './checking-step.tsx'
import { ExtraPaymentForm } from './extra-payment-form.tsx'
import { FixedAmountForm } from './fixed-amount-form.tsx'
import { HelpForm } from './help-form.tsx'
import { openAct } from './open-act.ts'
import { loanStatusText } from './loan-status-messages.ts'
import { isNothingAsked } from './loan-status-view.ts'
import { NewAuthorization } from './new-authorization.tsx'
import { PayOffForm } from './pay-off-form.tsx'
import { PaydayForm } from './payday-form.tsx'
import { PaydayRuleForm } from './payday-rule-form.tsx'
import { PaymentCountForm } from './payment-count-form.tsx'
import { ReviewStep } from './review-step.tsx'
import type { ChangeFormProps } from './step-props.ts'
import { StopForm } from './stop-form.tsx'
import { StopOneForm } from './stop-one-form.tsx'
import { chosenIn } from './use-change-form.ts'
import { forgetFigures } from './use-preview.ts'
import { WayToPayForm } from './way-to-pay-form.tsx'

interface ChangeStepsProps {
  act: LoanAct
  loanNo: string
}

/** One change of a loan, step by step: what is wanted, what it comes to, and the outcome where the line broke. */
export default function ChangeSteps({ act, loanNo }: ChangeStepsProps) {
  const detail = useQuery({ ...reads('paymentDetail', { query: { loanNo } }), refetchOnWindowFocus: false })
  return (
    <PageContent width={act === 'authorization' ? 'reading' : 'wide'}>
      <QueryView query={detail}>
        {(found) =>
          // To end an authorization is never refused.
          isNothingAsked(found.subStatus) && act !== 'stop-automatic' ? (
            <NotNow loanNo={loanNo} reason={loanStatusText('bankruptcy')} />
          ) : act === 'authorization' ? (
            <NewAuthorization detail={found} />
          ) : (
            <>
              <Steps kind={act} loanNo={loanNo} detail={found} />
              {act !== 'help' && offersHelp(found) && <OverdueHelp loanNo={loanNo} />}
            </>
          )
        }
      </QueryView>
    </PageContent>
  )
}

function Steps({ kind, loanNo, detail }: Omit<ChangeFormProps, 'choices'> & { loanNo: string }) {
  const place = usePlace()
  const changes = useQuery({ ...reads('listChange', { query: { loanNo } }), refetchOnWindowFocus: false })
  const step = place.get('step')
  // Read once: an act that begins while this page is open is followed by the page that began it
  const [before, setBefore] = useState(() => openAct(loanNo))
  const asked = askedChange(kind, chosenIn(place.get))
  const lookAgain = async () => {
    await forgetFigures()
    setBefore(undefined)
    place.go({ step: 'review', known: undefined }, { replace: true })
  }
  return (
    <QueryView query={changes}>
      {({ changes: known, choices }) => {
        const unheard = step === 'checking' ? place.get('known') : before
        if (unheard !== undefined)
          return (
            <CheckingStep loanNo={loanNo} known={unheard} asked={asked} onAgain={() => void lookAgain()} />
          )
        const refusal = whyNot(kind, detail)
        if (choices === null || refusal !== undefined)
          return <NotNow loanNo={loanNo} reason={refusal ?? changeText('notNow')} />
        if (step === 'review' && asked !== undefined)
          return <ReviewStep kind={kind} asked={asked} detail={detail} newest={known[0]?.changeNo} />
        return <ChangeForm kind={kind} detail={detail} choices={choices} />
      }}
    </QueryView>
  )
}

/** Why the change may not be asked for, as the loan's own page says it. */
function whyNot(kind: ChangeKind, { changes }: ChangeFormProps['detail']): string | undefined {
  // Hardship assistance is never refused for another change (domain.md §14)
  if (kind === 'help') return undefined
  const allowance = changes.find(({ changeTypeCode }) => changeTypeCode === CHANGE_KINDS[kind])
  return allowance === undefined || allowance.allowed ? undefined : (allowance.reason ?? changeText('notNow'))
}

function ChangeForm(props: ChangeFormProps) {
  switch (props.kind) {
    case 'pay-off':
      return <PayOffForm {...props} />
    case 'pay-off-in-n':
      return <PaymentCountForm {...props} />
    case 'fixed-amount':
      return <FixedAmountForm {...props} />
    case 'extra-payment':
      return <ExtraPaymentForm {...props} />
    case 'help':
      return props.choices.hardship === null ? (
        <NotNow loanNo={props.detail.loanNo} reason={changeText('helpNone')} />
      ) : (
        <HelpForm {...props} hardship={props.choices.hardship} />
      )
    case 'payday':
    case 'frequency':
      return <PaydayForm {...props} />
    case 'holiday':
    case 'availability':
      return <PaydayRuleForm {...props} />
    case 'way-to-pay':
      return <WayToPayForm {...props} />
    case 'stop-automatic':
      return <StopForm {...props} />
    case 'stop-one':
      return props.choices.stops.length === 0 ? (
        <NotNow loanNo={props.detail.loanNo} reason={changeText('stopOneNone')} />
      ) : (
        <StopOneForm {...props} />
      )
  }
}

function NotNow({ loanNo, reason }: { loanNo: string; reason: string }) {
  return (
    <Card>
      <StepHeading>{changeText('notNowTitle')}</StepHeading>
      <Banner tone="info">
        <p>{reason}</p>
      </Banner>
      <Link href={loanPath(loanNo)} className={buttonClass('forward')}>
        {changeText('toLoan')}
      </Link>
    </Card>
  )
}
