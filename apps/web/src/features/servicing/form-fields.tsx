import { PaymentMode } from '@dolphin/domain/payments/codes'
import { Field, FieldGroup } from '@dolphin/ui/field/field'
import { MoneyInput } from '@dolphin/ui/money-input/money-input'
import { RadioGroup } from '@dolphin/ui/radio-group/radio-group'
import { accountText, moneyText, typedCents, wireOfCents } from '../../app/wire-text.ts'
import { CalendarDate } from '../../form-engine/calendar-date.tsx'
import type { OfferedDays } from '../../form-engine/offered-days.ts'
import { changeText } from './change-messages.ts'
import { modeText } from './mode-text.ts'
import type { LoanDetail } from './step-props.ts'
import type { ChangeForm } from './use-change-form.ts'

interface DayFieldProps {
  form: ChangeForm
  label: string
  hint?: string
  days: OfferedDays
  /** YYYY-MM-DD where the calendar opens while no day is chosen. */
  first: string | undefined
}

/** One of the days on offer, typed or from the calendar, which says why another day is not. */
export function DayField({ form, label, hint, days, first = '' }: DayFieldProps) {
  return (
    <Field id="date" label={label} hint={hint} error={form.error('date')}>
      {(wiring) => (
        <CalendarDate
          {...wiring}
          label={label}
          value={form.chosen['date'] ?? ''}
          start={first}
          reasonAgainst={days.against}
          onChange={(date) => form.set({ date })}
        />
      )}
    </Field>
  )
}

/** From the account, or sent by the borrower: only where there is a choice. */
export function PayFrom({ form, detail }: { form: ChangeForm; detail: LoanDetail }) {
  const { paymentMode, account } = detail
  const modes: readonly PaymentMode[] =
    paymentMode === PaymentMode.ach
      ? [PaymentMode.ach, PaymentMode.debitCard, PaymentMode.moneyOrder]
      : [PaymentMode.ach, paymentMode]
  const accountName = account === null ? '' : accountText(account.accountMasked)
  return (
    <FieldGroup id="pay" label={changeText('payFrom')} error={form.error('pay')}>
      <RadioGroup
        name="pay"
        value={form.chosen['pay'] ?? ''}
        onChange={(pay) => form.set({ pay })}
        options={modes.map((mode) => ({
          value: String(mode),
          label:
            mode === PaymentMode.ach
              ? changeText('payFromAccount', { account: accountName })
              : modeText(mode),
          hint: mode === PaymentMode.ach ? undefined : changeText('payYourself'),
        }))}
      />
    </FieldGroup>
  )
}

interface AmountFieldProps {
  form: ChangeForm
  label: string
  hint: string
}

/** An amount as people type it; the address keeps it as the calls take it. */
export function AmountField({ form, label, hint }: AmountFieldProps) {
  const { amount = '' } = form.chosen
  return (
    <Field id="amount" label={label} hint={hint} error={form.error('amount')}>
      {(wiring) => (
        <MoneyInput
          {...wiring}
          value={amount}
          onChange={(event) => form.set({ amount: event.currentTarget.value })}
          onBlur={() => {
            const typed = typedCents(amount)
            if (typed !== undefined) form.set({ amount: wireOfCents(typed) })
          }}
        />
      )}
    </Field>
  )
}

/** What speaks against an amount between two others. */
export function amountError(amount: string | undefined, least: string, most: string): string | undefined {
  const typed = typedCents(amount ?? '')
  const [from, to] = [typedCents(least) ?? 0, typedCents(most) ?? 0]
  if (typed !== undefined && typed >= from && typed <= to) return undefined
  return changeText('amountRange', { least: moneyText(least), most: moneyText(most) })
}
