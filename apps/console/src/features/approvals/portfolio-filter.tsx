import styles from './approvals.module.css'
import { approvalText } from './messages.ts'
import type { ApprovalHead } from './use-approvals.ts'

interface PortfolioFilterProps {
  heads: readonly ApprovalHead[]
  portfolioId: number | undefined
  onChoose: (portfolioId: number | undefined) => void
}

/** Keeps the list to one portfolio; nothing where there is only one. */
export function PortfolioFilter({ heads, portfolioId, onChoose }: PortfolioFilterProps) {
  const found = heads.flatMap((head) => (head.portfolioId === null ? [] : [head.portfolioId]))
  const all = [...new Set([...found, ...(portfolioId === undefined ? [] : [portfolioId])])]
  if (all.length < 2 && portfolioId === undefined) return null
  return (
    <select
      className={styles.filter}
      aria-label={approvalText.portfolio}
      value={portfolioId ?? ''}
      onChange={({ currentTarget: { value } }) => onChoose(value === '' ? undefined : Number(value))}
    >
      <option value="">{approvalText.everyPortfolio}</option>
      {all
        .toSorted((one, other) => one - other)
        .map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
    </select>
  )
}
