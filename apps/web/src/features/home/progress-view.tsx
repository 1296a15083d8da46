import { TrackerStep } from '@dolphin/domain/loans/codes'
import { buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { LoanTracker } from '../loans/loan-tracker.tsx'
import { accountText, dayText, moneyText } from '../../app/wire-text.ts'
import { loanStatusView } from '../servicing/loan-status-view.ts'
import { CallLink } from '../servicing/overdue-help.tsx'
import { StatusNotes } from '../servicing/status-notes.tsx'
import { loanStatusText } from '../servicing/loan-status-messages.ts'
import { aprRows } from '../disbursement/terms-again.ts'
import { RequestedDocuments } from '../documents/requested-documents.tsx'
import { DoneNext } from './done-next.tsx'
import { firstPaymentText } from './first-payment.ts'
import type { HomeLoan } from './home-page.tsx'
import styles from './home.module.css'
import { homeText } from './messages.ts'
import { Withdraw } from './withdraw.tsx'
import { LinkBankAgain } from '../verification/link-bank-again-later.tsx'

interface HomeViewProps {
  loan: HomeLoan
  reread: () => void
}

/** Flag 4: signed or under review; the tracker says where it stands, and what the review still asks for stands above. */
export function ProgressView({ loan, reread }: HomeViewProps) {
  const { loanNo, subStatus } = loan
  return (
    <>
      {loan.linkBankAgain && <LinkBankAgain loanNo={loanNo} />}
      <StatusNotes notes={loan.statusNotes} />
      <RequestedDocuments loanNo={loanNo} subStatus={subStatus}>
        {({ isAsked }) => (
          <>
            <ProgressCard loan={loan} isAsked={isAsked} />
            <Card>
              <h2>{homeText('reference', { loanNo })}</h2>
              <SummaryList rows={rowsOf(loan)} />
              <Withdraw loan={loan} onWithdrawn={reread} />
            </Card>
          </>
        )}
      </RequestedDocuments>
    </>
  )
}

/** The one card of the page that matters most, unless the borrower is asked for documents. */
function ProgressCard({ loan, isAsked }: { loan: HomeLoan; isAsked: boolean }) {
  const step = loan.trackerStep ?? TrackerStep.applicationSubmitted
  const exception = step === TrackerStep.exception
  const { effectiveDate, linkBankAgain } = loan
  return (
    <Card tone={isAsked ? 'plain' : 'accent'}>
      <h2 className={styles.nextTitle}>{homeText(titleOf(step))}</h2>
      <p>{loanStatusText(loanStatusView(loan.loanStatus, loan.subStatus).text)}</p>
      <div className={styles.tracker}>
        <LoanTracker step={step} />
      </div>
      <DoneNext
        done={homeText(STAGES[step].done)}
        next={homeText(isAsked ? 'stageDocuments' : STAGES[step].next)}
        when={MONEY_STEPS.includes(step) && effectiveDate !== null ? dayText(effectiveDate) : undefined}
      />
      {exception && <CallLink className={buttonClass('forward')} />}
      {!exception && !isAsked && !linkBankAgain && (
        <p className={styles.quietNote}>{homeText('progressNext')}</p>
      )}
    </Card>
  )
}

/** What is behind and what comes next, by the tracker's step; the exception says that somebody should be called. */
const STAGES = {
  [TrackerStep.applicationSubmitted]: { done: 'stageApplied', next: 'stageReview' },
  [TrackerStep.preUnderwriterReview]: { done: 'stageApplied', next: 'stageReview' },
  [TrackerStep.applicationApproved]: { done: 'stageApproved', next: 'stageSend' },
  [TrackerStep.fundingInProgress]: { done: 'stageApproved', next: 'stageArrive' },
  [TrackerStep.fundingCompleted]: { done: 'stageFunded', next: 'stageNothing' },
  [TrackerStep.exception]: { done: 'stageApplied', next: 'stageCall' },
} as const satisfies Record<TrackerStep, { done: string; next: string }>

/** In these the day of the payout is the day to wait for. */
const MONEY_STEPS: readonly TrackerStep[] = [TrackerStep.applicationApproved, TrackerStep.fundingInProgress]

/** Nothing is on its way before a person, or the rules, have said yes. */
function titleOf(step: TrackerStep) {
  if (step === TrackerStep.exception) return 'progressExceptionTitle'
  return step < TrackerStep.applicationApproved ? 'reviewTitle' : 'progressTitle'
}

function rowsOf(loan: HomeLoan) {
  const { amount, effectiveDate, mailedOn, checkAddress } = loan
  const firstPayment = firstPaymentText(loan)
  const paidTo = paidToText(loan)
  return [
    ...(amount === null ? [] : [{ label: homeText('amount'), value: moneyText(amount) }]),
    ...(paidTo === undefined ? [] : [{ label: homeText('paidOut'), value: paidTo }]),
    ...(mailedOn === null ? [] : [{ label: homeText('mailedOn'), value: dayText(mailedOn) }]),
    ...(effectiveDate === null
      ? []
      : [
          {
            label: homeText(checkAddress === null ? 'payday' : 'checkCounts'),
            value: dayText(effectiveDate),
          },
        ]),
    ...(firstPayment === undefined ? [] : [{ label: homeText('firstPayment'), value: firstPayment }]),
    ...aprRows(loan),
  ]
}

function paidToText({ account, checkAddress }: HomeLoan): string | undefined {
  if (checkAddress !== null) return homeText('byCheck', { address: checkAddress })
  if (account === null) return undefined
  const { bankName } = account
  const shown = accountText(account.accountMasked)
  return bankName === null
    ? homeText('accountOnly', { account: shown })
    : homeText('account', { bank: bankName, account: shown })
}
