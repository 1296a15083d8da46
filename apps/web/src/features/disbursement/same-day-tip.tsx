import { Ticket } from '@dolphin/domain/channel/ticket'
import { LoanStatus, SignStatus } from '@dolphin/domain/loans/codes'
import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import { Countdown } from '@dolphin/ui/countdown/countdown'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallValue } from '../../api-client/call.ts'
import { reads } from '../../api-client/with-queries.tsx'
import { bootData } from '../../app/boot.ts'
import { useTickets } from '../../channel/use-tickets.ts'
import { dayText } from '../../app/wire-text.ts'
import { timeLeftText } from '../servicing/moment-text.ts'
import { payoutText } from './messages.ts'
import type { PayoutLoan } from './payout-page-content.tsx'
import { usePickDate } from './use-pick-date.ts'

type Tip = CallValue<'countdownSameDay'>

/**
 * Until when the money can still go out today, counting; after the cut-off, or its ticket 3002, the next day, which
 * is accepted by one tap. A credit that is planned keeps its day at the cut-off. No rush is made of it: later is said
 * to be fine too. Where a person has yet to approve, no day is named.
 */
export function SameDayTip({ loan }: { loan: PayoutLoan }) {
  const { portfolioId } = bootData().portfolio
  const isPlanned = loan.loanStatus === LoanStatus.approved
  const query = {
    portfolioId,
    ...(loan.amount === null ? {} : { amount: loan.amount }),
    ...(isPlanned ? { approval: 'given' as const } : {}),
  }
  const tip = useQuery({ ...reads('countdownSameDay', { query }), staleTime: 0 })
  const [passed, setPassed] = useState<string>()
  useTickets((message) => {
    if (message.ticket !== Ticket.cutOffTimeExpired) return
    setPassed(message.data.nextDate)
    void tip.refetch()
  })
  if (tip.data === undefined) return null
  const onZero = async () => {
    const after = await tip.refetch()
    if (!isPlanned && after.data !== undefined) setPassed(after.data.fundsArriveOn ?? undefined)
  }
  if (passed !== undefined) return <NextDate loan={loan} date={passed} />
  return <TimeLeft key={tip.data.cutOffAt} loan={loan} tip={tip.data} onZero={() => void onZero()} />
}

interface TimeLeftProps {
  loan: PayoutLoan
  tip: Tip
  onZero: () => void
}

function TimeLeft({ loan, tip, onZero }: TimeLeftProps) {
  const { secondsLeft, fundsArriveOn, sameDay } = tip
  const isDone = loan.signStatus === SignStatus.signed
  const isPlanned = loan.loanStatus === LoanStatus.approved
  const named = isPlanned ? loan.effectiveDate : fundsArriveOn
  if (fundsArriveOn === null) return <NoDateYet isDone={isDone} />
  // A credit that is held has no day; what holds it is said beside.
  if (named === null) return null
  const date = dayText(fundsArriveOn)
  const goesOut = dayText(named)
  const isOpen = sameDay && secondsLeft > 0 && named === fundsArriveOn
  return (
    <Banner tone="info" title={payoutText('tipTitle')}>
      {isDone && <p>{payoutText('tipSigned', { date: goesOut })}</p>}
      {isOpen ? (
        <Countdown seconds={secondsLeft} onZero={onZero}>
          {(left) => (
            <p>{payoutText(isDone ? 'tipChange' : 'tipLeft', { time: timeLeftText(left), date })}</p>
          )}
        </Countdown>
      ) : (
        !isDone && <p>{payoutText('tipNext', { date })}</p>
      )}
      {!isDone && <p>{payoutText('tipNoRush')}</p>}
    </Banner>
  )
}

function NoDateYet({ isDone }: { isDone: boolean }) {
  return (
    <Banner tone="info" title={payoutText('tipTitle')}>
      <p>{payoutText(isDone ? 'tipAwaitApproval' : 'tipBeforeApproval')}</p>
    </Banner>
  )
}

function NextDate({ loan, date }: { loan: PayoutLoan; date: string }) {
  const { busy, pick } = usePickDate(loan.loanNo)
  const shown = dayText(date)
  return (
    <Banner tone="warning" title={payoutText('cutOffTitle')} live>
      <p>{payoutText('cutOff', { date: shown })}</p>
      {loan.datesToPick.includes(date) && !loan.datesToSign.includes(date) && (
        <Button variant="secondary" busy={busy} onClick={() => void pick(date)}>
          {payoutText('acceptDate', { date: shown })}
        </Button>
      )}
    </Banner>
  )
}
