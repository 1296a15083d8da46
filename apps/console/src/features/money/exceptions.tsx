import { WORK_ITEM_RULES } from '@dolphin/domain/work-items/work-item-rules'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { reads } from '../../calls/queries.ts'
import { KIND_NAMES } from '../work/messages.ts'
import { moneyText } from './messages.ts'
import type { OfPortfolio } from './about.ts'
import { ReadPart } from '../../list/part.tsx'

/** What the bank sent and no rule settles, by kind. */
export function Exceptions({ portfolioId }: OfPortfolio) {
  const query = useQuery(reads('countWorkItem', { query: { portfolioId } }))
  return (
    <ReadPart title={moneyText.exceptions} query={query}>
      {({ kinds }) => {
        const waiting = kinds.filter(({ kind }) => WORK_ITEM_RULES[kind].acts.includes('resolveException'))
        if (waiting.length === 0) return <p className="muted">{moneyText.exceptionsEmpty}</p>
        return (
          <ul>
            {waiting.map(({ kind, open }) => (
              <li key={kind}>
                <Link href={`/work?kind=${kind}&portfolio=${portfolioId}`}>{KIND_NAMES[kind]}</Link>: {open}
              </li>
            ))}
          </ul>
        )
      }}
    </ReadPart>
  )
}
