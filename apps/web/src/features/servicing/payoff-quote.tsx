import { Banner } from '@dolphin/ui/banner/banner'
import { Card } from '@dolphin/ui/card/card'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { dayText, moneyText } from '../../app/wire-text.ts'
import { momentText } from './moment-text.ts'
import type { ChangeResult } from './change-call.ts'
import { changeText } from './change-messages.ts'

/** What paying off comes to, part by part, until when it holds, and what is already on its way. */
export function PayoffQuote({ quote }: { quote: NonNullable<ChangeResult['quote']> }) {
  const { principal, interest, fee, total, perDiem, goodThrough, goodUntil, inFlight, inFlightText } = quote
  return (
    <Card>
      <h2>{changeText('quoteTitle')}</h2>
      <SummaryList
        rows={[
          { label: changeText('quotePrincipal'), value: moneyText(principal) },
          { label: changeText('quoteInterest'), value: moneyText(interest) },
          { label: changeText('quoteFee'), value: moneyText(fee) },
          { label: changeText('quoteTotal'), value: <strong>{moneyText(total)}</strong> },
          { label: changeText('quotePerDiem'), value: `$${perDiem}` },
          { label: changeText('quoteGood'), value: dayText(goodThrough) },
          { label: changeText('quoteUntil'), value: momentText(goodUntil) },
        ]}
      />
      {inFlight.length > 0 && (
        <Banner tone="info" title={changeText('inFlightTitle')}>
          <ul>
            {inFlight.map(({ dueDate, amount }) => (
              <li key={dueDate}>
                {changeText('amountOn', { amount: moneyText(amount), date: dayText(dueDate) })}
              </li>
            ))}
          </ul>
          <p>{inFlightText}</p>
        </Banner>
      )}
    </Card>
  )
}
