import { PaymentFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { Icon, type IconName } from '@dolphin/ui/icon/icon'
import { Why } from '@dolphin/ui/why/why'
import { lazy, Suspense } from 'react'
import type { CallValue } from '../../api-client/call.ts'
import { dayText, moneyText } from '../../app/wire-text.ts'
import { planText } from './messages.ts'
import type { PlanFigure } from './plan-why.tsx'
import styles from './plan-figures.module.css'

export type Plan = CallValue<'getPaymentOption'>['plans'][number]

/** The figures of a plan as the server computed them; nothing is worked out here. Source: 12 CFR 1026.18. */
export function PlanFigures({ plan }: { plan: Plan }) {
  const { number, apr } = plan
  return (
    <>
      <p role="status" className="visually-hidden">
        {planText('figuresSpoken', { number, installment: moneyText(plan.installment), apr })}
      </p>
      <dl className={styles.figures}>
        <div className={styles.payments}>
          <dt>
            <Icon name="calendar" size={18} />
            {planText(plan.coupon?.even === false ? 'paymentsFirst' : 'paymentsOf', { number: plan.number })}
          </dt>
          <dd className={styles.value}>{moneyText(plan.installment)}</dd>
          <dd className={styles.note}>
            {planText('paymentsWhen', {
              frequency: frequencyText(plan.frequency),
              first: dayText(plan.firstDate),
              last: dayText(plan.lastDate),
            })}
            {plan.coupon?.even === false && ` ${planText('paymentsVary')}`}
            {plan.coupon?.even !== false &&
              plan.installment !== plan.lastInstallment &&
              ` ${planText('lastPayment', { amount: moneyText(plan.lastInstallment) })}`}
            <WhyFigure figure="installment" about={planText('paymentsOf', { number })} plan={plan} />
          </dd>
        </div>
        {figuresOf(plan).map(({ figure, label, value, note, strong }) => (
          <div key={label} className={`${styles.figure} ${strong ? styles.strong : ''}`}>
            <dt>
              <Icon name={ICONS[figure]} size={18} />
              {label}
            </dt>
            <dd className={styles.value}>{value}</dd>
            <dd className={styles.note}>
              {note}
              <WhyFigure figure={figure} about={label} plan={plan} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const PlanWhy = lazy(() => import('./plan-why.tsx'))

/** "Why?" beside a figure of a plan; its answer is loaded when it is asked for. */
function WhyFigure({ figure, about, plan }: { figure: PlanFigure; about: string; plan: Plan }) {
  return (
    <Why label={planText('why')} about={about}>
      {() => (
        <Suspense fallback={null}>
          <PlanWhy figure={figure} plan={plan} />
        </Suspense>
      )}
    </Why>
  )
}

type BoxFigure = Extract<PlanFigure, 'apr' | 'mapr' | 'financeCharge' | 'youReceive' | 'totalOfPayments'>

const ICONS: Readonly<Record<BoxFigure, IconName>> = {
  apr: 'clock',
  mapr: 'person',
  financeCharge: 'money',
  youReceive: 'bank',
  totalOfPayments: 'document',
}

interface Figure {
  readonly figure: BoxFigure
  readonly label: string
  readonly value: string
  readonly note: string
  /** The two that the law wants to stand out. */
  readonly strong?: boolean
}

function figuresOf({ apr, mapr, financeCharge, prepaidFinanceCharge, ...plan }: Plan): readonly Figure[] {
  const fee =
    prepaidFinanceCharge === '0.00'
      ? planText('financeChargeNote')
      : planText('feeIncluded', { fee: moneyText(prepaidFinanceCharge) })
  const military =
    mapr === null
      ? []
      : [{ figure: 'mapr' as const, label: planText('mapr'), value: `${mapr}%`, note: planText('maprNote') }]
  return [
    { figure: 'apr', label: planText('apr'), value: `${apr}%`, note: planText('aprNote'), strong: true },
    {
      figure: 'financeCharge',
      label: planText('financeCharge'),
      value: moneyText(financeCharge),
      note: fee,
      strong: true,
    },
    {
      figure: 'youReceive',
      label: planText('youReceive'),
      value: moneyText(plan.amountFinanced),
      note: planText('youReceiveNote'),
    },
    {
      figure: 'totalOfPayments',
      label: planText('totalOfPayments'),
      value: moneyText(plan.totalOfPayments),
      note: planText('totalNote'),
    },
    ...military,
  ]
}

/** "Every two weeks", as a choice; lower case within a sentence. */
export const frequencyText = (frequency: PaymentFrequency): string =>
  frequency === PaymentFrequency.weekly ? planText('frequencyWeekly') : planText('frequencyBiWeekly')
