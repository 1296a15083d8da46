import { typedPaydays } from '@dolphin/domain/applications/typed-pay'
import { bankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import type { FormElement, SaysBack } from '@dolphin/domain/form/form-definition'
import { valueText } from '@dolphin/domain/form/form-value'
import { abaRouting } from '@dolphin/domain/form/rules/money'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { queryClient, reads } from '../api-client/with-queries.tsx'
import { nearDayText } from '../app/wire-text.ts'
import { useAnswers, useField, useFormStore } from './form-store-context.ts'
import styles from './said-back.module.css'
import { saidBackText } from './said-back-messages.ts'

interface SaidProps {
  /** The element under which it is said. */
  elementKey: string
}

/** What an element's answer comes to, for the reader to check; nothing while the answer is not whole. */
export function SaidBack({ element, says }: { element: FormElement; says: SaysBack }) {
  const Said = SAID[says]
  return (
    <p className={styles.said} role="status">
      <Said elementKey={element.elementKey} />
    </p>
  )
}

/** Whose routing number it is, and whether that bank takes electronic payments; nothing where it is not known. */
function BankName({ elementKey }: SaidProps) {
  const { context } = useFormStore()
  const number = valueText(useField(elementKey).view.value)
  const isWhole = number !== '' && abaRouting.check(number, { ...context, argument: null })
  const asked = { ...reads('getBankInfo', { query: { rn: number } }), enabled: isWhole }
  const { data } = useQuery(asked, queryClient)
  if (!isWhole || data === undefined) return null
  return data.takesAch === false ? saidBackText('noAch') : data.bankName
}

const TAIL = 4

/** The last digits of an account that was typed; one that is stored shows its own mask. */
function AccountTail({ elementKey }: SaidProps) {
  const { value, error } = useField(elementKey).view
  const number = valueText(value)
  if (error !== undefined || !/^\d+$/.test(number) || number.length < TAIL) return null
  return saidBackText('endsIn', { tail: number.slice(-TAIL) })
}

const PAY_KEYS = [
  'payrollFrequency',
  'paydayOfWeek',
  'lastPayday',
  'firstSemiMonthlyDay',
  'secondSemiMonthlyDay',
  'monthlyDay',
  'paydayOnHoliday',
] as const

/** The next two paydays of what was answered. */
function NextPaydays({ elementKey }: SaidProps) {
  const { context } = useFormStore()
  const { error } = useField(elementKey).view
  const answers = useAnswers(PAY_KEYS)
  const calendar = bankCalendar(context.holidays)
  const [first, second] = typedPaydays(answers, context.today, 2, calendar)
  if (error !== undefined || first === undefined || second === undefined) return null
  const [one, other] = [first, second].map((day) => nearDayText(formatLocalDate(day)))
  return saidBackText('nextPaydays', { first: one ?? '', second: other ?? '' })
}

const SAID = {
  bankName: BankName,
  accountTail: AccountTail,
  nextPaydays: NextPaydays,
} satisfies Record<SaysBack, ComponentType<SaidProps>>
