import { WORK_ITEM_RULES } from '@dolphin/domain/work-items/work-item-rules'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { Waiting } from '../../app/reading.tsx'
import { failureOf, reads } from '../../calls/queries.ts'
import { KIND_NAMES } from '../work/messages.ts'
import { moneyText } from './messages.ts'
import { type OfPortfolio, Part } from './part.tsx'

/** What the bank sent and no rule settles, by kind. */
export function Exceptions({ portfolioId }: OfPortfolio) {
  const { data, error, refetch } = useQuery(reads('countWorkItem', { query: { portfolioId } }))
  const kinds = data?.kinds.filter(({ kind }) => WORK_ITEM_RULES[kind].acts.includes('resolveException'))
  return (
    <Part
      title={moneyText.exceptions}
      failure={data === undefined ? failureOf(error) : undefined}
      onAgain={() => void refetch()}
    >
      {kinds === undefined && <Waiting />}
      {kinds?.length === 0 && <p className="muted">{moneyText.exceptionsEmpty}</p>}
      <ul>
        {kinds?.map(({ kind, open }) => (
          <li key={kind}>
            <Link href={`/work?kind=${kind}&portfolio=${portfolioId}`}>{KIND_NAMES[kind]}</Link>: {open}
          </li>
        ))}
      </ul>
    </Part>
  )
}
