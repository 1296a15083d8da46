import { Banner } from '@dolphin/ui/banner/banner'
import { FieldGroup } from '@dolphin/ui/field/field'
import { RadioGroup } from '@dolphin/ui/radio-group/radio-group'
import { Link } from 'wouter'
import { useOfferedDays } from '../../form-engine/offered-days.ts'
import { centsOf, centsText, dayText, moneyText } from '../../app/wire-text.ts'
import { loanPath } from './change-kinds.ts'
import { askedChange } from './asked-change.ts'
import { changeText } from './change-messages.ts'
import { ChangeFormCard } from './change-form-card.tsx'
import { DayField } from './form-fields.tsx'
import { LivePreview } from './live-preview.tsx'
import { NumberSlider } from './payment-count-form.tsx'
import type { ChangeFormProps, Choices } from './step-props.ts'
import { useChangeForm } from './use-change-form.ts'
import { usePreview } from './use-preview.ts'

type Hardship = NonNullable<Choices['hardship']>

/** Help with the next payment: move it once at no charge, a longer plan, or stop; each with its cost. */
export function HelpForm(props: ChangeFormProps & { hardship: Hardship }) {
  const { kind, detail, hardship } = props
  const { loanNo } = detail
  const { installmentNo, dueDate, amount, canMove, moveDates, extendedNumbers, inFlight } = hardship
  const days = useOfferedDays(moveDates)
  const form = useChangeForm(kind, loanNo, firstHelp(hardship), ({ help, date }) => ({
    help: help ? undefined : changeText('helpMissing'),
    date: help === 'day' ? days.error(date) : undefined,
  }))
  const { help } = form.chosen
  return (
    <ChangeFormCard
      title={changeText('helpTitle')}
      lead={changeText('helpLead', { amount: moneyText(amount), date: dayText(dueDate) })}
      loanNo={loanNo}
      form={form}
    >
      {inFlight.map((payment) => (
        <Banner key={payment.dueDate} tone="info">
          <p>
            {changeText('helpInFlight', {
              amount: moneyText(payment.amount),
              date: dayText(payment.dueDate),
            })}
          </p>
        </Banner>
      ))}
      {!canMove && (
        <Banner tone="info">
          <p>{changeText('helpMoved')}</p>
        </Banner>
      )}
      <HelpChoice
        {...props}
        form={form}
        onChoose={(next) =>
          form.set({
            help: next,
            number: String(next === 'longer' ? (extendedNumbers[0] ?? 1) : installmentNo),
            date: next === 'day' ? moveDates[0] : undefined,
          })
        }
      />
      {help === 'day' && (
        <DayField form={form} label={changeText('helpDay')} days={days} first={moveDates[0]} />
      )}
      {help === 'longer' && <NumberSlider form={form} numbers={extendedNumbers} />}
      <LivePreview loanNo={loanNo} asked={form.asked} />
      <p>
        {changeText('helpStopLead')}{' '}
        <Link href={loanPath(loanNo, 'stop-automatic')}>{changeText('helpStop')}</Link>
      </p>
    </ChangeFormCard>
  )
}

interface HelpChoiceProps {
  detail: ChangeFormProps['detail']
  hardship: Hardship
  form: ReturnType<typeof useChangeForm>
  onChoose: (help: string) => void
}

function HelpChoice({ detail, hardship, form, onChoose }: HelpChoiceProps) {
  const { installmentNo, canMove, moveDates, extendedNumbers } = hardship
  const ways = [
    ...(canMove
      ? [{ help: 'end', number: installmentNo, date: undefined, label: changeText('helpEnd') }]
      : []),
    ...(canMove && moveDates.length > 0
      ? [{ help: 'day', number: installmentNo, date: moveDates[0], label: changeText('helpToDay') }]
      : []),
    ...(extendedNumbers.length > 0
      ? [{ help: 'longer', number: extendedNumbers[0], date: undefined, label: changeText('helpLonger') }]
      : []),
  ]
  return (
    <FieldGroup id="help" label={changeText('helpChoice')} error={form.error('help')}>
      <RadioGroup
        name="help"
        value={form.chosen['help'] ?? ''}
        onChange={onChoose}
        options={ways.map(({ help, number, date, label }) => ({
          value: help,
          label,
          detail: <HelpCost loanNo={detail.loanNo} chosen={{ help, number: String(number), date }} />,
        }))}
      />
    </FieldGroup>
  )
}

/** What one way of help costs, before it is chosen. */
function HelpCost({ loanNo, chosen }: { loanNo: string; chosen: Record<string, string | undefined> }) {
  const { data, isError } = usePreview(loanNo, askedChange('help', chosen))
  if (isError) return <span>{changeText('helpNotNow')}</span>
  if (data === undefined) return <span>{changeText('working')}</span>
  const cost = centsOf(data.costDifference)
  const last = data.newSchedule.at(-1)
  const words = cost > 0 ? changeText('helpCosts', { cost: centsText(cost) }) : changeText('helpFree')
  return (
    <span>
      {words} {last && changeText('helpLast', { date: dayText(last.dueDate) })}
    </span>
  )
}

function firstHelp({ canMove, installmentNo, extendedNumbers }: Hardship) {
  if (canMove) return { help: 'end', number: String(installmentNo) }
  const [number] = extendedNumbers
  return number === undefined ? {} : { help: 'longer', number: String(number) }
}
