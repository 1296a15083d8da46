import { ChangeType } from '@dolphin/domain/payments/codes'
import { Banner } from '@dolphin/ui/banner/banner'
import { Button, buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { LeadAmount } from '@dolphin/ui/lead-amount/lead-amount'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { Pill } from '@dolphin/ui/pill/pill'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { CallValue } from '../../api-client/call.ts'
import { openDocument } from '../../api-client/document-file.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { reads } from '../../api-client/with-queries.tsx'
import { QueryView } from '../../app/query-view.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { accountName, centsOf, centsText, dayText, moneyText } from '../../app/wire-text.ts'
import { loanPath } from './change-kinds.ts'
import styles from './change-receipt.module.css'
import { servicingText } from './receipt-messages.ts'
import { momentText } from './moment-text.ts'
import { type ChangeEntry, UndoChange } from './undo-change.tsx'

interface ChangeReceiptProps {
  loanNo: string
  changeNo: string
  /** The sentence of notification 103, said of a change that was confirmed. */
  confirmed: string
  /** Said of a payment that the borrower makes: it is expected, and nothing is confirmed. */
  expected: string
  /** What stands here where there is no such change. */
  children: ReactNode
}

/** The money first, then what changes, until when it can be undone, and the reference; read again, so right after a reload. */
export default function ChangeReceipt({
  loanNo,
  changeNo,
  confirmed,
  expected,
  children,
}: ChangeReceiptProps) {
  const changes = useQuery(reads('listChange', { query: { loanNo } }))
  const loans = useQuery(reads('listRepaymentLoan', {}))
  return (
    <QueryView query={changes}>
      {({ changes: found }) => {
        const change = found.find((each) => each.changeNo === changeNo)
        if (change === undefined) return children
        const isExpected = change.payment?.sentBy === 'borrower'
        return (
          <QueryView query={loans}>
            {({ loans: all }) => (
              <Receipt
                change={change}
                loan={all.find((each) => each.loanNo === loanNo)}
                sentence={isExpected ? expected : confirmed}
              />
            )}
          </QueryView>
        )
      }}
    </QueryView>
  )
}

type RepaymentLoan = CallValue<'listRepaymentLoan'>['loans'][number]

interface ReceiptProps {
  change: ChangeEntry
  loan: RepaymentLoan | undefined
  sentence: string
}

function Receipt({ change, loan, sentence }: ReceiptProps) {
  const isOver = change.status === 'cancelled' || change.status === 'failed'
  return (
    <PageContent width="narrow">
      <Card tone="accent">
        {!isOver && change.payment?.sentBy !== 'borrower' && (
          <p>
            <Pill tone="good">{servicingText('receiptConfirmed')}</Pill>
          </p>
        )}
        <PageHeading lead={isOver ? undefined : sentence}>
          <Head change={change} loan={loan} />
        </PageHeading>
        <SummaryList rows={receiptRows(change, loan)} />
        <ChangeState change={change} />
        <div className={styles.acts}>
          <Link href="/home" className={buttonClass('forward')}>
            {servicingText('receiptDone')}
          </Link>
          <Link href={loanPath(change.loanNo)} className={buttonClass('secondary')}>
            {servicingText('toLoan')}
          </Link>
        </div>
      </Card>
      <p className={styles.mailed}>{servicingText('receiptMailed')}</p>
    </PageContent>
  )
}

/** "$604.27 will be taken from ••2333 on Tue, Dec 1"; of a change of the schedule, what comes next. */
function Head({ change: { payment, text, status }, loan }: Omit<ReceiptProps, 'sentence'>) {
  const next = loan?.nextPayment ?? null
  if (status === 'cancelled' || status === 'failed') return servicingText('doneTitle', { change: text })
  if (payment !== null) {
    const date = dayText(payment.date)
    return (
      <LeadAmount amount={moneyText(payment.amount)}>
        {payment.sentBy === 'borrower'
          ? servicingText('headSend', { date })
          : servicingText('headTaken', { account: loan?.account ? accountName(loan.account) : '', date })}
      </LeadAmount>
    )
  }
  if (next === null) return servicingText('doneTitle', { change: text })
  return (
    <LeadAmount amount={moneyText(next.total)}>
      {servicingText(next.sentBy === 'borrower' ? 'headNextSend' : 'headNext', { date: dayText(next.date) })}
    </LeadAmount>
  )
}

/** What it changes, and what to quote on the phone. */
function receiptRows(change: ChangeEntry, loan: RepaymentLoan | undefined) {
  const { changeNo, requestedAt, holdsFrom, payment } = change
  return [
    { label: servicingText('receiptChange'), value: changesText(change, loan) },
    ...(payment === null ? [{ label: servicingText('receiptFrom'), value: dayText(holdsFrom) }] : []),
    { label: servicingText('receiptReference'), value: changeNo },
    { label: servicingText('receiptAt'), value: momentText(requestedAt) },
  ]
}

function changesText(change: ChangeEntry, loan: RepaymentLoan | undefined): string {
  const { text, payment, changeTypeCode, canceledPayments: number } = change
  if (payment?.sentBy === 'borrower') return text
  const isPayoff = changeTypeCode === ChangeType.payOff
  return [
    isPayoff ? servicingText('changesPayoff') : `${text}.`,
    number > 0 ? servicingText('changesCanceled', { number }) : '',
    costText(change),
    isPayoff || payment === null ? '' : nextText(loan),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function costText({ costDifference }: ChangeEntry): string {
  const cost = costDifference === null ? 0 : centsOf(costDifference)
  if (cost === 0) return ''
  return cost < 0
    ? servicingText('changesSaves', { amount: centsText(-cost) })
    : servicingText('changesCosts', { amount: centsText(cost) })
}

const OF_SCHEDULE: readonly NonNullable<RepaymentLoan['nextPayment']>['parts'][number]['purpose'][] = [
  'installment',
  'representment',
]

/** The payment that comes after the one of the change. */
function nextText(loan: RepaymentLoan | undefined): string {
  const next = loan?.nextPayment ?? null
  if (next === null || !next.parts.every(({ purpose }) => OF_SCHEDULE.includes(purpose))) return ''
  return servicingText('changesNext', { amount: moneyText(next.total), date: dayText(next.date) })
}

/** How a change stands: from when it holds, its paper, and undo while that is possible. */
export function ChangeState({ change }: { change: ChangeEntry }) {
  return (
    <>
      {change.status === 'cancelled' && (
        <Banner tone="info">
          <p>{servicingText('canceledText')}</p>
        </Banner>
      )}
      {change.status === 'failed' && (
        <Banner tone="warning">
          <p>{servicingText('failedText')}</p>
        </Banner>
      )}
      {change.documentNo !== null && <ReceiptButton documentNo={change.documentNo} name={change.text} />}
      {change.status === 'open' &&
        (change.confirmAgainBy === null ? <UndoChange change={change} /> : <ConfirmAgain change={change} />)}
    </>
  )
}

/** A payment that was not sent on its day: it is confirmed again, at the same amount. */
function ConfirmAgain({ change: { loanNo, changeTypeCode, confirmAgainBy } }: { change: ChangeEntry }) {
  const act = changeTypeCode === ChangeType.payOff ? 'pay-off' : 'extra-payment'
  return (
    <>
      <Banner tone="warning" title={servicingText('notSentTitle')}>
        <p>{servicingText('notSent', { date: dayText(confirmAgainBy ?? '') })}</p>
      </Banner>
      <Link href={loanPath(loanNo, act)} className={buttonClass('forward')}>
        {servicingText('confirmAgain')}
      </Link>
    </>
  )
}

function ReceiptButton({ documentNo, name }: { documentNo: string; name: string }) {
  const { busy, start } = useAct(async () => {
    const result = await openDocument(documentNo, servicingText('receiptTitle', { change: name }))
    if (!result.ok) await showFailure(result.failure)
  })
  return (
    <p>
      <Button variant="secondary" busy={busy} onClick={() => void start()}>
        {servicingText('receipt')}
      </Button>
    </p>
  )
}
