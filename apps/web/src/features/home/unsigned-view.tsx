import { signingStep } from '@dolphin/domain/loans/signing-step'
import { KeyFigures } from '@dolphin/ui/key-figures/key-figures'
import { moneyText } from '../../app/wire-text.ts'
import { instantDayText } from '../../time/instant-text.ts'
import { aprRows } from '../disbursement/terms-again.ts'
import { LinkBankAgain } from '../verification/link-bank-again-later.tsx'
import { StatusNotes } from '../servicing/status-notes.tsx'
import { DoneNext } from './done-next.tsx'
import { firstPaymentText } from './first-payment.ts'
import type { HomeLoan } from './home-page.tsx'
import { homeText } from './messages.ts'
import { NextStep } from './next-step.tsx'
import { Withdraw } from './withdraw.tsx'
import { offerRange } from './offer-range.ts'

interface HomeViewProps {
  loan: HomeLoan
  reread: () => void
}

const READY = {
  icon: 'document',
  title: 'unsignedTitle',
  lead: 'unsignedLead',
  label: 'sign',
  stage: 'stageSign',
} as const
const RENEW = {
  icon: 'warning',
  title: 'renewTitle',
  lead: 'renewLead',
  label: 'renew',
  stage: 'stageRenew',
} as const
const AGAIN = {
  icon: 'document',
  title: 'againTitle',
  lead: 'againLead',
  label: 'againSign',
  stage: 'stageSign',
} as const
const PICK_AGAIN = {
  icon: 'warning',
  title: 'againTitle',
  lead: 'againPickLead',
  label: 'renew',
  stage: 'stageRenew',
} as const
const CHOOSE = {
  icon: 'money',
  title: 'chooseTitle',
  lead: 'chooseLead',
  label: 'choose',
  stage: 'stageChoose',
} as const

const STEPS = { choose: CHOOSE, renew: RENEW, sign: READY } as const

/** Flag 3: not signed yet, or to be signed again; the step is to choose, to renew what went stale, or to sign. */
export function UnsignedView({ loan, reread }: HomeViewProps) {
  const { icon, title, lead, label, stage } = stepOf(loan)
  return (
    <>
      {loan.linkBankAgain && <LinkBankAgain loanNo={loan.loanNo} />}
      <StatusNotes notes={loan.statusNotes} />
      <NextStep
        icon={icon}
        title={homeText(title)}
        lead={homeText(lead)}
        href={loan.next}
        label={homeText(label)}
        wayOut={<Withdraw loan={loan} onWithdrawn={reread} />}
      >
        <DoneNext
          done={homeText(loan.signsAgain ? 'stageApproved' : 'stageQualified')}
          next={homeText(stage)}
          when={byWhen(loan)}
        />
        <KeyFigures figures={figuresOf(loan)} />
      </NextStep>
    </>
  )
}

function byWhen({ signsAgain, offer }: HomeLoan): string {
  if (signsAgain) return homeText('stageSoon')
  return offer === null ? homeText('stageKept') : instantDayText(offer.expiresAt)
}

function stepOf(loan: HomeLoan) {
  const { amount, loanFlags: flags, signsAgain } = loan
  const step = signingStep({ hasPlan: amount !== null, flags, signsAgain })
  if (signsAgain) return step === 'sign' ? AGAIN : PICK_AGAIN
  return STEPS[step]
}

function figuresOf(loan: HomeLoan) {
  const { amount, offer } = loan
  const firstPayment = firstPaymentText(loan)
  if (amount === null) {
    if (offer === null) return []
    return [{ label: homeText('offered'), value: offerRange(offer), strong: true }]
  }
  return [
    { label: homeText('amount'), value: moneyText(amount), strong: true },
    ...(firstPayment === undefined ? [] : [{ label: homeText('firstPayment'), value: firstPayment }]),
    ...(loan.signsAgain ? aprRows(loan) : []),
  ]
}
