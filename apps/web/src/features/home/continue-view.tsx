import { SectionKey } from '@dolphin/domain/applications/codes'
import { Card } from '@dolphin/ui/card/card'
import { Link } from 'wouter'
import { instantDayText } from '../../time/instant-text.ts'
import { DoneNext } from './done-next.tsx'
import type { HomeLoan } from './home-page.tsx'
import styles from './home.module.css'
import { homeText } from './messages.ts'
import { NextStep } from './next-step.tsx'
import { offerRange } from './offer-range.ts'
import { ReasonList } from './reason-list.tsx'
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
      range: offerRange(offer),
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
  if (loan.statementInReview) return <StatementInReview loan={loan} reread={reread} />
  if (loan.reasons.length > 0) return <NoAmount loan={loan} reread={reread} />
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

/** An employee reads the bank statement, or calls: nothing to do, and when to expect it. */
function StatementInReview({ loan, reread }: HomeViewProps) {
  return (
    <Card tone="accent">
      <h2 className={styles.nextTitle}>{homeText('statementTitle')}</h2>
      <p>{homeText('statementLead')}</p>
      <DoneNext done={homeText('stageSent')} next={homeText('stageReview')} when={homeText('stageOneDay')} />
      <Withdraw loan={loan} onWithdrawn={reread} />
    </Card>
  )
}

/** The application, opened at the bank link. */
const bankPath = ({ next }: HomeLoan): string => `${next}?section=${SectionKey.ibv}`

/** No amount with the account that was looked at: why, and another account or a statement. */
function NoAmount({ loan, reread }: HomeViewProps) {
  return (
    <NextStep
      icon="bank"
      title={homeText('noAmountTitle')}
      lead={homeText('noAmountLead')}
      href={bankPath(loan)}
      label={homeText('noAmountBank')}
      wayOut={<Withdraw loan={loan} onWithdrawn={reread} />}
    >
      <ReasonList reasons={loan.reasons} />
      <p>
        <Link href={`${bankPath(loan)}&upload=1`}>{homeText('noAmountStatement')}</Link>
      </p>
    </NextStep>
  )
}
