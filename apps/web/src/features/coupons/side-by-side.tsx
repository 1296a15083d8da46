import { Card } from '@dolphin/ui/card/card'
import { type Column, DataTable } from '@dolphin/ui/data-table/data-table'
import { centsOf, centsText, dayText, moneyText } from '../../app/wire-text.ts'
import type { Coupon } from './coupon-terms.tsx'
import { couponText } from './messages.ts'
import styles from './side-by-side.module.css'

type Side = NonNullable<Coupon['withCoupon']>

interface SideBySideProps {
  before: Side
  after: Side
}

/** The same loan twice: its cost as two bars and a table, and every payment. All figures are the reply's. */
export function SideBySide({ before, after }: SideBySideProps) {
  return (
    <>
      <Card>
        <ChargeBars before={before} after={after} />
        <CostTable before={before} after={after} />
      </Card>
      <Card>
        <PaymentTable before={before} after={after} />
      </Card>
    </>
  )
}

function ChargeBars({ before, after }: SideBySideProps) {
  const [full, lowered] = [centsOf(before.cost.financeCharge), centsOf(after.cost.financeCharge)]
  const bars = [
    { label: couponText('without'), amount: full },
    { label: couponText('with'), amount: lowered },
  ]
  const title = couponText('picture', { before: centsText(full), after: centsText(lowered) })
  return (
    <figure className={styles.bars}>
      <figcaption>{title}</figcaption>
      {bars.map(({ label, amount }) => (
        <div key={label} className={styles.row} aria-hidden="true">
          <span>{label}</span>
          <meter className={styles.bar} min={0} max={full} value={amount} />
          <span>{centsText(amount)}</span>
        </div>
      ))}
    </figure>
  )
}

function CostTable({ before, after }: SideBySideProps) {
  const row = (label: string, of: (side: Side) => string) => ({
    label,
    without: of(before),
    withIt: of(after),
  })
  const rows = [
    row(couponText('apr'), ({ cost }) => `${cost.apr}%`),
    row(couponText('financeCharge'), ({ cost }) => moneyText(cost.financeCharge)),
    row(couponText('youReceive'), ({ cost }) => moneyText(cost.amountFinanced)),
    row(couponText('totalOfPayments'), ({ cost }) => moneyText(cost.totalOfPayments)),
  ]
  return (
    <DataTable
      caption={couponText('figures')}
      columns={[
        { key: 'figure', heading: couponText('figure'), cell: ({ label }) => label },
        { key: 'without', heading: couponText('without'), cell: ({ without }) => without, numeric: true },
        { key: 'with', heading: couponText('with'), cell: ({ withIt }) => withIt, numeric: true },
      ]}
      rows={rows}
      rowKey={({ label }) => label}
    />
  )
}

function PaymentTable({ before, after }: SideBySideProps) {
  const rows = after.installments.map((one, index) => {
    const without = before.installments[index]?.amount ?? one.amount
    return {
      number: one.installmentNo,
      date: dayText(one.dueDate),
      without,
      withIt: one.amount,
      less: centsOf(without) - centsOf(one.amount),
    }
  })
  // A waived fee is paid out at the start; a column of zeros would say nothing.
  const isSame = rows.every(({ less }) => less === 0)
  const less: Column<(typeof rows)[number]> = {
    key: 'less',
    heading: couponText('less'),
    cell: (row) => centsText(row.less),
    numeric: true,
  }
  return (
    <>
      {isSame && <p>{couponText('samePayments')}</p>}
      <DataTable
        caption={couponText('payments')}
        columns={[
          { key: 'number', heading: couponText('number'), cell: ({ number }) => number },
          { key: 'date', heading: couponText('date'), cell: ({ date }) => date },
          {
            key: 'without',
            heading: couponText('without'),
            cell: (row) => moneyText(row.without),
            numeric: true,
          },
          { key: 'with', heading: couponText('with'), cell: (row) => moneyText(row.withIt), numeric: true },
          ...(isSame ? [] : [less]),
        ]}
        rows={rows}
        rowKey={({ number }) => String(number)}
      />
    </>
  )
}
