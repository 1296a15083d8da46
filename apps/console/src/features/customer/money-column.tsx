import { civilDayText, longDayText } from '../../time/instant-text.ts'
import { nameOf } from '../work/fact-rows.ts'
import type { CustomerFile } from './customer-page.tsx'
import styles from './customer.module.css'
import { customerText } from './messages.ts'

type Money = NonNullable<CustomerFile['money']>

/** What is paid next and why, what is owed today, what ends the debt by which day, and what the bank said last. */
export function MoneyColumn({ file: { money, bankReport } }: { file: CustomerFile }) {
  return (
    <div className={styles.right}>
      {money === null ? (
        <section className="panel padded" aria-label={customerText.owed}>
          <h2>{customerText.owed}</h2>
          <p className="muted">{customerText.notFunded}</p>
        </section>
      ) : (
        <>
          <NextPayment money={money} />
          <Owed money={money} />
          <PayoffDays money={money} />
        </>
      )}
      <section className="panel padded" aria-label={customerText.report}>
        <h2>{customerText.report}</h2>
        <p className={bankReport === null ? 'muted' : undefined}>
          {bankReport === null
            ? customerText.noReport
            : `${bankReport.institution}, ${longDayText(bankReport.receivedAt)}`}
        </p>
      </section>
    </div>
  )
}

function NextPayment({ money: { nextPayment, installmentsPaid, installmentsTotal } }: { money: Money }) {
  return (
    <section className="panel padded" aria-label={customerText.next}>
      <h2>{customerText.next}</h2>
      {nextPayment === null ? (
        <p>{customerText.noNext}</p>
      ) : (
        <>
          <p className={`figures ${styles.big}`}>{nextPayment.total}</p>
          <p>
            {civilDayText(nextPayment.date)},{' '}
            {nextPayment.sentBy === 'us' ? customerText.sentByUs : customerText.sentByBorrower}
            {nextPayment.accountMasked !== null && customerText.from(nextPayment.accountMasked)}
          </p>
          <ul className={`small muted ${styles.plain}`}>
            {nextPayment.parts.map(({ purpose, installmentNo, amount }) => (
              <li key={`${purpose}/${installmentNo}`}>
                {customerText.part(nameOf(purpose), installmentNo)}: {amount}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="small muted">{customerText.paid(installmentsPaid, installmentsTotal)}</p>
    </section>
  )
}

function Owed({ money }: { money: Money }) {
  const rows = [
    [customerText.principal, money.principal],
    [customerText.perDiem(money.perDiem), money.interest],
    [customerText.fees, money.fees],
    [customerText.payoff, money.payoff],
    ...(money.beyondPlan === '0.00' ? [] : [[customerText.beyond, money.beyondPlan] as const]),
  ] as const
  return (
    <section className="panel padded" aria-label={customerText.owed}>
      <h2>{customerText.owed}</h2>
      <dl className={`figures ${styles.sums}`}>
        {rows.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      <p className={`small ${money.daysOverdue > 0 ? styles.late : 'muted'}`}>
        {money.daysOverdue > 0
          ? customerText.pastDue(money.pastDueAmount, money.daysOverdue)
          : customerText.nothingPastDue}
      </p>
    </section>
  )
}

function PayoffDays({ money: { payoffByDay } }: { money: Money }) {
  return (
    <section className="panel padded" aria-label={customerText.byDay}>
      <h2>{customerText.byDay}</h2>
      <table className={`figures ${styles.days}`}>
        <thead>
          <tr>
            <th scope="col">{customerText.ifPaidOn}</th>
            <th scope="col">{customerText.interest}</th>
            <th scope="col">{customerText.payoffColumn}</th>
          </tr>
        </thead>
        <tbody>
          {payoffByDay.map(({ day, interest, payoff }) => (
            <tr key={day}>
              <th scope="row">{civilDayText(day)}</th>
              <td>{interest}</td>
              <td>{payoff}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
