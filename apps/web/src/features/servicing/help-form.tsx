import { Banner } from '@dolphin/ui/banner/banner'
import { FieldGroup } from '@dolphin/ui/field/field'
import { RadioGroup } from '@dolphin/ui/radio-group/radio-group'
import { Link } from 'wouter'
import { useOfferedDays } from '../../form-engine/offered-days.ts'
import { centsOf, centsText, dayText, moneyText } from '../../app/wire-text.ts'
import { loanPath } from './change-kinds.ts'
import { askedChange, type Chosen } from './asked-change.ts'
import type { ChangeResult } from './change-call.ts'
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
  const form = useChangeForm(kind, loanNo, {}, ({ help, date }) => ({
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

const LABELS = { end: 'helpEnd', day: 'helpToDay', longer: 'helpLonger' } as const
type Help = keyof typeof LABELS

/** What each way is asked for with first; undefined where it is not offered. */
function firstChoice(help: Help, hardship: Hardship): Chosen | undefined {
  const { installmentNo, canMove, moveDates, extendedNumbers } = hardship
  if (help === 'longer') {
    const [number] = extendedNumbers
    return number === undefined ? undefined : { help, number: String(number) }
  }
  if (!canMove) return undefined
  const [date] = moveDates
  if (help === 'end') return { help, number: String(installmentNo) }
  return date === undefined ? undefined : { help, number: String(installmentNo), date }
}

/** What one way comes to; undefined where it is not offered. */
function useWay(help: Help, { detail, hardship }: Pick<HelpChoiceProps, 'detail' | 'hardship'>) {
  const chosen = firstChoice(help, hardship)
  const asked = chosen === undefined ? undefined : askedChange('help', chosen)
  const { data: preview, isPending } = usePreview(detail.loanNo, asked)
  return asked === undefined ? undefined : { help, preview, isPending }
}

/** Each way with its cost, the cheapest first; none is chosen beforehand. They come together, in their order. */
function HelpChoice({ form, onChoose, ...props }: HelpChoiceProps) {
  const ways = [useWay('end', props), useWay('day', props), useWay('longer', props)].flatMap(
    (way) => way ?? [],
  )
  if (ways.some(({ isPending }) => isPending)) return <p role="status">{changeText('working')}</p>
  return (
    <FieldGroup id="help" label={changeText('helpChoice')} error={form.error('help')}>
      <RadioGroup
        name="help"
        value={form.chosen['help'] ?? ''}
        onChange={onChoose}
        options={ways
          .toSorted((left, right) => costOf(left.preview) - costOf(right.preview))
          .map(({ help, preview }) => ({
            value: help,
            label: changeText(LABELS[help]),
            detail: <HelpCost preview={preview} />,
          }))}
      />
    </FieldGroup>
  )
}

/** A way that is not possible now stands last. */
const costOf = (preview: ChangeResult | undefined): number =>
  preview === undefined ? Number.MAX_SAFE_INTEGER : centsOf(preview.costDifference)

/** What one way of help costs, before it is chosen. */
function HelpCost({ preview }: { preview: ChangeResult | undefined }) {
  if (preview === undefined) return <span>{changeText('helpNotNow')}</span>
  const cost = centsOf(preview.costDifference)
  const last = preview.newSchedule.at(-1)
  const words = cost > 0 ? changeText('helpCosts', { cost: centsText(cost) }) : changeText('helpFree')
  return (
    <span>
      {words} {last && changeText('helpLast', { date: dayText(last.dueDate) })}
    </span>
  )
}
