import { moneyText } from '../../app/wire-text.ts'
import { instantDayText } from '../../time/instant-text.ts'
import { DoneNext } from './done-next.tsx'
import type { HomeLoan } from './home-page.tsx'
import { homeText } from './messages.ts'
import { NextStep } from './next-step.tsx'
import { Withdraw } from './withdraw.tsx'

interface HomeViewProps {
  loan: HomeLoan
  reread: () => void
}

/** Flag 2: an application to go on with, or an offer that outlived one. */
export function ContinueView({ loan, reread }: HomeViewProps) {
  const { offer, hasQualifiedPrincipal, next } = loan
  if (hasQualifiedPrincipal && offer) {
    const lead = homeText('offerLead', {
      minimum: moneyText(offer.minimum),
      maximum: moneyText(offer.maximum),
      date: instantDayText(offer.expiresAt),
    })
    return (
      <NextStep
        icon="money"
        title={homeText('offerTitle')}
        lead={lead}
        href={next}
        label={homeText('takeOffer')}
      >
        <DoneNext
          done={homeText('stageQualified')}
          next={homeText('stageChoose')}
          when={instantDayText(offer.expiresAt)}
        />
      </NextStep>
    )
  }
  return (
    <NextStep
      icon="forward"
      title={homeText('continueTitle')}
      lead={homeText('continueLead')}
      href={next}
      label={homeText('continue')}
      wayOut={<Withdraw loan={loan} onWithdrawn={reread} />}
    >
      <DoneNext done={homeText('stageBegun')} next={homeText('stageFinish')} when={homeText('stageKept')} />
    </NextStep>
  )
}
