import { ChangeType } from '@dolphin/domain/payments/codes'
import { Banner } from '@dolphin/ui/banner/banner'
import { Button, buttonClass } from '@dolphin/ui/button/button'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { CallValue } from '../../api-client/call.ts'
import { openDocument } from '../../api-client/document-file.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { reads } from '../../api-client/with-queries.tsx'
import { QueryView } from '../../app/query-view.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { dayText, moneyText } from '../../app/wire-text.ts'
import { loanPath } from './change-kinds.ts'
import styles from './change-receipt.module.css'
import { servicingText } from './receipt-messages.ts'
import { momentText } from './moment-text.ts'
import { type ChangeEntry, UndoChange } from './undo-change.tsx'

interface ChangeReceiptProps {
  loanNo: string
  changeNo: string
}

/** What was changed, its paper, and the way back; read again, so that it is also right after a reload. */
export default function ChangeReceipt({ loanNo, changeNo }: ChangeReceiptProps) {
  const changes = useQuery(reads('listChange', { query: { loanNo } }))
  const loan = useQuery(reads('listRepaymentLoan', {}))
  return (
    <QueryView query={changes}>
      {({ changes: found }) => {
        const change = found.find((each) => each.changeNo === changeNo)
        if (change === undefined) return null
        return (
          <>
            <h2>{servicingText('doneTitle', { change: change.text })}</h2>
            <SummaryList rows={receiptRows(change, loan.data)} />
            <ChangeState change={change} />
            <p className={styles.toLoan}>
              <Link href={loanPath(loanNo)} className={buttonClass('secondary')}>
                {servicingText('toLoan')}
              </Link>
            </p>
          </>
        )
      }}
    </QueryView>
  )
}

type RepaymentLoans = CallValue<'listRepaymentLoan'>

/** What to quote on the phone, and what comes next; the next payment once it is read. */
function receiptRows({ changeNo, loanNo, requestedAt, holdsFrom }: ChangeEntry, read?: RepaymentLoans) {
  const loan = read?.loans.find((each) => each.loanNo === loanNo)
  return [
    { label: servicingText('receiptReference'), value: changeNo },
    { label: servicingText('receiptAt'), value: momentText(requestedAt) },
    { label: servicingText('receiptFrom'), value: dayText(holdsFrom) },
    ...(loan === undefined ? [] : [{ label: servicingText('receiptNext'), value: nextText(loan) }]),
  ]
}

function nextText({ nextDueAmount, nextDueDate }: RepaymentLoans['loans'][number]): string {
  if (nextDueAmount === null || nextDueDate === null) return servicingText('receiptNextNone')
  return servicingText('receiptNextValue', { amount: moneyText(nextDueAmount), date: dayText(nextDueDate) })
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
      {change.status !== 'cancelled' && change.status !== 'failed' && (
        <p>{servicingText('holdsFrom', { date: dayText(change.holdsFrom) })}</p>
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
