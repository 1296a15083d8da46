import { DataTable } from '@dolphin/ui/data-table/data-table'
import { ShareBar } from '@dolphin/ui/share-bar/share-bar'
import { centsOf, centsText, moneyText } from '../../app/wire-text.ts'
import { costText } from './cost-messages.ts'
import type { Plan } from './plan-figures.tsx'

/**
 * Where every dollar of the total of payments goes: the credit itself, a fee taken at once, interest. The parts are
 * figures of the answer, and interest is what is left of the finance charge. Source: 12 CFR 1026.18(b), (d), (h).
 */
export default function CostPicture({ plan }: { plan: Plan }) {
  const total = moneyText(plan.totalOfPayments)
  const received = moneyText(plan.amountFinanced)
  const parts = costShares(plan)
  const rows = [...parts, { label: costText('total'), amount: 0, text: total }]
  return (
    <ShareBar
      summary={costText('summary', { total, received, cost: moneyText(plan.financeCharge) })}
      parts={parts}
      tableLabel={costText('table')}
      table={
        <DataTable
          caption={costText('caption')}
          hideCaption
          rows={rows}
          rowKey={({ label }) => label}
          columns={[
            { key: 'what', heading: costText('columnWhat'), cell: ({ label }) => label },
            { key: 'amount', heading: costText('columnAmount'), cell: ({ text }) => text, numeric: true },
          ]}
        />
      }
    />
  )
}

function costShares({ amountFinanced, financeCharge, prepaidFinanceCharge }: Plan) {
  const interest = centsOf(financeCharge) - centsOf(prepaidFinanceCharge)
  return [
    { label: costText('received'), amount: centsOf(amountFinanced), text: moneyText(amountFinanced) },
    { label: costText('interest'), amount: interest, text: centsText(interest) },
    { label: costText('fee'), amount: centsOf(prepaidFinanceCharge), text: moneyText(prepaidFinanceCharge) },
  ]
}
