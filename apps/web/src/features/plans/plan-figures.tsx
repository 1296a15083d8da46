import { PaymentFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import type { CallValue } from '../../api-client/call.ts'
import { planText } from './messages.ts'

export type Plan = CallValue<'getPaymentOption'>['plans'][number]

/** "Every two weeks", as a choice; lower case within a sentence. */
export const frequencyText = (frequency: PaymentFrequency): string =>
  frequency === PaymentFrequency.weekly ? planText('frequencyWeekly') : planText('frequencyBiWeekly')
