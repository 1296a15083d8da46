import { AmountSlider } from '@dolphin/ui/amount-slider/amount-slider'
import { FieldGroup } from '@dolphin/ui/field/field'
import { RadioGroup } from '@dolphin/ui/radio-group/radio-group'
import { centsOf, centsText, dayText, moneyText, typedCents, wireOfCents } from '../../app/wire-text.ts'
import { useOfferedDays } from '../../form-engine/offered-days.ts'
import { useDebounced } from '../../app/use-debounced.ts'
import { askedChange, type Chosen } from './asked-change.ts'
import type { ChangeResult } from './change-call.ts'
import { changeText } from './change-messages.ts'
import { ChangeFormCard } from './change-form-card.tsx'
import { AmountField, amountError, DayField, PayFrom } from './form-fields.tsx'
import { LivePreview } from './live-preview.tsx'
import type { ChangeFormProps } from './step-props.ts'
import { type ChangeForm, useChangeForm } from './use-change-form.ts'
import { usePreview } from './use-preview.ts'

/** Whole dollars; cents can be typed. */
const STEP = 500
const FIRST_AMOUNT = 5_000

/** 103: some money besides the schedule, with what it does in both ways it can work. */
export function ExtraPaymentForm({ kind, detail, choices }: ChangeFormProps) {
  const { payDownLeast, payDownMost, debitDates } = choices
  const { loanNo, paymentMode } = detail
  const [least, most] = [centsOf(payDownLeast), centsOf(payDownMost)]
  const first = {
    amount: wireOfCents(Math.max(least, Math.min(most, FIRST_AMOUNT))),
    date: debitDates[0],
    effect: 'shorter',
    pay: String(paymentMode),
  }
  const days = useOfferedDays(debitDates)
  const form = useChangeForm(kind, loanNo, first, ({ amount, date }) => ({
    amount: amountError(amount, payDownLeast, payDownMost),
    date: days.error(date),
  }))
  const range = { least: moneyText(payDownLeast), most: moneyText(payDownMost) }
  const isDue = form.chosen['effect'] === 'due'
  return (
    <ChangeFormCard
      title={changeText(isDue ? 'dueTitle' : 'extraTitle')}
      lead={changeText(isDue ? 'dueLead' : 'extraLead')}
      loanNo={loanNo}
      form={form}
    >
      {!isDue && (
        <AmountSlider
          minimum={least}
          maximum={most}
          step={STEP}
          value={typedCents(form.chosen['amount'] ?? '') ?? least}
          label={changeText('extraAmount')}
          lessLabel={changeText('less')}
          moreLabel={changeText('more')}
          format={centsText}
          onChange={(amount) => form.set({ amount: wireOfCents(amount) })}
        />
      )}
      <AmountField
        form={form}
        label={changeText(isDue ? 'dueAmount' : 'extraAmount')}
        hint={changeText('amountHint', range)}
      />
      <DayField
        form={form}
        label={changeText('extraDay')}
        hint={changeText('dayHint')}
        days={days}
        first={first.date}
      />
      {!isDue && <EffectChoice form={form} loanNo={loanNo} />}
      <PayFrom form={form} detail={detail} />
      <LivePreview loanNo={loanNo} asked={form.asked} />
    </ChangeFormCard>
  )
}

function EffectChoice({ form, loanNo }: { form: ChangeForm; loanNo: string }) {
  const chosen = useDebounced(JSON.stringify(form.asked === undefined ? null : form.chosen))
  const choices = JSON.parse(chosen) as Chosen | null
  const ofEffect = (effect: string) =>
    choices === null ? undefined : askedChange('extra-payment', { ...choices, effect })
  const shorter = usePreview(loanNo, ofEffect('shorter')).data
  const smaller = usePreview(loanNo, ofEffect('smaller')).data
  return (
    <FieldGroup id="effect" label={changeText('effect')}>
      <RadioGroup
        name="effect"
        layout="cards"
        value={form.chosen['effect'] ?? 'shorter'}
        onChange={(effect) => form.set({ effect })}
        options={[
          {
            value: 'shorter',
            label: changeText(endsSooner(shorter) ? 'effectShorter' : 'effectLess'),
            hint: effectWords(shorter),
          },
          { value: 'smaller', label: changeText('effectSmaller'), hint: effectWords(smaller) },
        ]}
      />
    </FieldGroup>
  )
}

/** "Payments of $80.12, the last on Fri, Mar 5, 2027. Saves $12.40." */
function effectWords(preview: ChangeResult | undefined): string {
  const rows = preview?.newSchedule.filter(({ source }) => source === 'new' || source === 'agreed') ?? []
  const [usual, last] = [rows[0], rows.at(-1)]
  if (preview === undefined) return changeText('working')
  if (usual === undefined || last === undefined) return changeText('effectNone')
  return changeText('effectWords', {
    amount: moneyText(usual.amount),
    date: dayText(last.dueDate),
    saving: centsText(Math.max(0, -centsOf(preview.costDifference))),
  })
}

/** An extra payment too small to spare a whole payment makes the last one smaller, and the last day stays. */
function endsSooner(preview: ChangeResult | undefined): boolean {
  const [after, before] = [preview?.newSchedule.at(-1), preview?.oldSchedule.at(-1)]
  return after === undefined || before === undefined || after.dueDate < before.dueDate
}
