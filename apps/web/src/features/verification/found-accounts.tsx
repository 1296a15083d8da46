import { BankAccountType } from '@dolphin/domain/applications/codes'
import { Folded } from '@dolphin/ui/folded/folded'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { useQuery } from '@tanstack/react-query'
import { type CallValue, call } from '../../api-client/call.ts'
import { persistedState } from '../../app/persisted-state.ts'
import { dayText, moneyText } from '../../app/wire-text.ts'
import styles from './bank-link.module.css'
import { linkText } from './messages.ts'

export type Details = Extract<CallValue<'getRequestDetails'>, { purpose: 'IBV' }>

/**
 * What a link that is there has found: bank, accounts (masked) and income. Null where this browser did not open the
 * link, or it cannot be read; undefined while it is.
 */
export function useFoundAccounts(isLinked: boolean): Details | null | undefined {
  const { data, isPending } = useQuery({
    queryKey: ['ibvDetails'],
    queryFn: readDetails,
    staleTime: 0,
    enabled: isLinked,
  })
  return isLinked && isPending ? undefined : (data ?? null)
}

async function readDetails(): Promise<Details | null> {
  const workflow = await persistedState('workflow')
  if (workflow?.requestId === undefined) return null
  const query = { requestCode: workflow.requestId }
  const result = await call('getRequestDetails', { query }, { quiet: true })
  return result.ok && result.value.purpose === 'IBV' ? result.value : null
}

const TYPES = {
  [BankAccountType.checking]: 'typeChecking',
  [BankAccountType.savings]: 'typeSavings',
  [BankAccountType.moneyMarket]: 'typeMoneyMarket',
} as const satisfies Record<BankAccountType, string>

/** The details as a list. */
export function Found({ details: { institution, accounts, income } }: { details: Details }) {
  return (
    <>
      <h2>{linkText('found')}</h2>
      <SummaryList
        rows={[
          { label: linkText('institutionName'), value: institution ?? '' },
          {
            label: linkText('accounts'),
            value: (
              <>
                {accounts.map(({ accountId, accountType, accountMasked, matched }) => (
                  <div key={accountId}>
                    {linkText('accountLine', { type: linkText(TYPES[accountType]), masked: accountMasked })}
                    {matched && ` (${linkText('accountMatched')})`}
                  </div>
                ))}
              </>
            ),
          },
          ...(income
            ? [
                {
                  label: linkText('income'),
                  value: linkText('incomeFrom', {
                    amount: moneyText(income.monthlyNetIncome),
                    days: income.daysOfHistory,
                  }),
                },
              ]
            : []),
        ]}
      />
      {income && <IncomeLines income={income} />}
    </>
  )
}

const NO_INCOME = '0.00'

/** The deposits that the monthly income was computed from. */
function IncomeLines({ income: { monthlyNetIncome, sources } }: { income: NonNullable<Details['income']> }) {
  if (sources.length === 0) return monthlyNetIncome === NO_INCOME ? null : <p>{linkText('incomeByPerson')}</p>
  const deposits = sources.flatMap((source) => source.deposits)
  return (
    <Folded summary={linkText('incomeLines')}>
      <ul className={styles.list}>
        {deposits.map(({ date, amount, description }, at) => (
          // Two deposits may be equal; the list never changes.
          <li key={at}>
            {linkText('incomeLine', { day: dayText(date), amount: moneyText(amount), description })}
          </li>
        ))}
      </ul>
    </Folded>
  )
}
