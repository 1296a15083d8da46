import type { CallValue } from '../../api-client/call.ts'
import { moneyText } from '../../app/wire-text.ts'
import { whyText } from './why-messages.ts'

type Offer = CallValue<'calculateQualifiedAmount'>
type Reasons = NonNullable<Offer['why']>
type Bound = Reasons['bounds'][number]

/** Why the most on offer is the most: the bound that held, then those that did not. */
export default function AmountWhy({ why, step }: { why: Reasons; step: string }) {
  const held = why.bounds.find((bound) => bound.held)
  const others = why.bounds.filter((bound) => !bound.held)
  return (
    <>
      {held && <p>{boundText(held, why)}</p>}
      <p>{whyText('lowest', { step: moneyText(step) })}</p>
      <p>{whyText('others')}</p>
      <ul>
        {others.map((bound) => (
          <li key={bound.code}>{boundText(bound, why)}</li>
        ))}
      </ul>
      <p>{whyText('noBasis')}</p>
    </>
  )
}

function boundText({ code, amount, percent }: Bound, { state, monthlyNetIncome, bounds }: Reasons): string {
  const isReturning = bounds.some((bound) => bound.code === 'ladder')
  return whyText(code === 'category' ? (isReturning ? 'returningCategory' : 'newCategory') : code, {
    amount: moneyText(amount),
    percent: percent ?? 0,
    income: moneyText(monthlyNetIncome),
    state,
  })
}
