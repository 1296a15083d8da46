import { DocumentType } from '@dolphin/domain/documents/document-type'
import { useAct } from '@dolphin/ui/act/use-act'
import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { FigureRows } from '@dolphin/ui/figure-rows/figure-rows'
import { Pill } from '@dolphin/ui/pill/pill'
import { openDocument } from '../../api-client/document-file.ts'
import { LinkRows } from '../../app/link-rows.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { centsOf, moneyText } from '../../app/wire-text.ts'
import { loanPath } from '../servicing/change-kinds.ts'
import styles from './home.module.css'
import { repaymentHomeText } from './repayment-messages.ts'
import type { RepaymentLoan } from './repayment-view.tsx'

/** A loan that was paid off: thanks, what it came to, its letter, and what can be done next. */
export function PaidOffView({ loan }: { loan: RepaymentLoan }) {
  const { loanNo, approvedAmount, paid, savedByPayingEarly, documents } = loan
  const letter = documents.find(({ documentType }) => documentType === DocumentType.paidInFullLetter)
  return (
    <>
      <Card tone="accent">
        <p>
          <Pill tone="good">{repaymentHomeText('paidTitle')}</Pill>
        </p>
        <h2 className={styles.nextTitle}>{repaymentHomeText('paidHead', { amount: moneyText('0.00') })}</h2>
        <p className={styles.quietNote}>{repaymentHomeText('paidLead')}</p>
        <FigureRows
          rows={[
            { label: repaymentHomeText('paidBorrowed'), value: moneyText(approvedAmount) },
            { label: repaymentHomeText('paidInAll'), value: moneyText(paid) },
            ...(centsOf(savedByPayingEarly) > 0
              ? [{ label: repaymentHomeText('savedEarly'), value: moneyText(savedByPayingEarly) }]
              : []),
          ]}
        />
        {letter !== undefined && (
          <div className={styles.acts}>
            <LetterButton documentNo={letter.documentNo} title={letter.title} />
          </div>
        )}
      </Card>
      <Card>
        <LinkRows
          rows={[
            {
              href: '/loan-agreement',
              title: repaymentHomeText('applyAgain'),
              hint: repaymentHomeText('applyAgainHint'),
              icon: 'money',
            },
            {
              href: loanPath(loanNo),
              title: repaymentHomeText('history'),
              hint: repaymentHomeText('historyHint', { loanNo }),
              icon: 'clock',
            },
            {
              href: '/messages',
              title: repaymentHomeText('messages'),
              hint: repaymentHomeText('messagesHint'),
              icon: 'mail',
            },
          ]}
        />
      </Card>
    </>
  )
}

function LetterButton({ documentNo, title }: { documentNo: string; title: string }) {
  const { busy, start } = useAct(async () => {
    const result = await openDocument(documentNo, title)
    if (!result.ok) await showFailure(result.failure)
  })
  return (
    <Button busy={busy} onClick={() => void start()}>
      {repaymentHomeText('paidLetter')}
    </Button>
  )
}
