import { PaymentFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { KeyFigures, type KeyFigure } from '@dolphin/ui/key-figures/key-figures'
import type { CallValue } from '../../api-client/call.ts'
import { moneyText } from '../../origination/wire-text.ts'
import { planText } from './messages.ts'

export type Plan = CallValue<'getPaymentOption'>['plans'][number]

/** The figures of a plan as the server computed them; nothing is worked out here. Source: 12 CFR 1026.18. */
export function PlanFigures({ plan }: { plan: Plan }) {
  return <KeyFigures figures={figuresOf(plan)} />
}

function figuresOf(plan: Plan): readonly KeyFigure[] {
  const { installment, lastInstallment, number, prepaidFinanceCharge, mapr } = plan
  const figures: KeyFigure[] = [
    {
      label: planText('eachPaymentLabel'),
      value: planText('eachPayment', { installment: moneyText(installment), number }),
      note:
        installment === lastInstallment
          ? undefined
          : planText('lastPayment', { amount: moneyText(lastInstallment) }),
      strong: true,
    },
    { label: planText('apr'), value: `${plan.apr}%`, note: planText('aprNote'), strong: true },
    {
      label: planText('financeCharge'),
      value: moneyText(plan.financeCharge),
      note:
        prepaidFinanceCharge === '0.00'
          ? planText('financeChargeNote')
          : planText('feeIncluded', { fee: moneyText(prepaidFinanceCharge) }),
      strong: true,
    },
    { label: planText('youReceive'), value: moneyText(plan.amountFinanced) },
    {
      label: planText('totalOfPayments'),
      value: moneyText(plan.totalOfPayments),
      note: planText('totalNote'),
    },
  ]
  if (mapr !== null) figures.push({ label: planText('mapr'), value: `${mapr}%`, note: planText('maprNote') })
  return figures
}

/** "every two weeks", as it stands within a sentence. */
export const frequencyText = (frequency: PaymentFrequency): string =>
  frequency === PaymentFrequency.weekly ? planText('frequencyWeekly') : planText('frequencyBiWeekly')
