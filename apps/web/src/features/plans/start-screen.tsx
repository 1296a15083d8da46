import { PaymentFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { addressFault } from '@dolphin/domain/portfolios/served-address'
import { US_STATES } from '@dolphin/domain/applications/us-states'
import { isZipOutside, stateOfZip } from '@dolphin/domain/applications/zip-state'
import { zip as zipRule } from '@dolphin/domain/form/rules/address'
import { required } from '@dolphin/domain/form/rules/presence'
import { ActionBar } from '@dolphin/ui/action-bar/action-bar'
import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { Field } from '@dolphin/ui/field/field'
import { StatePicture } from '@dolphin/ui/state-picture/state-picture'
import { Select } from '@dolphin/ui/select/select'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { CallValue } from '../../api-client/call.ts'
import { CallError, reads } from '../../api-client/with-queries.tsx'
import { bootData } from '../../app/boot.ts'
import { useDebounced } from '../../app/use-debounced.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { Waiting } from '../../app/waiting.tsx'
import { centsOf, wireOfCents } from '../../app/wire-text.ts'
import { FormErrors } from '../../form-engine/form-errors.tsx'
import { portfolioToday } from '../../form-engine/form-today.ts'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { saidOf } from '../../messages/in-page-language.ts'
import { ReadingFailedHere } from '../applications/reading-failed-here.tsx'
import { keepStartAnswers, type StartAnswers, startAnswers } from '../applications/start-answers.ts'
import { type AmountRange, defaultAmount } from './default-amount.ts'
import { AMOUNT_FIELD, amountFault, PickAmount, wholeText } from './pick-amount.tsx'
import { StartCost } from './start-cost.tsx'
import { startText } from './start-messages.ts'
import styles from './start.module.css'

export interface StartProps {
  /** Where and how much are answered; they are kept on this device. */
  onDone: (answers: StartAnswers) => void
}

type Product = CallValue<'getPortfolioProgram'>['products'][number]

/** Where and how much, with the cost under it, before anything private is asked. */
export default function StartScreen({ onDone }: StartProps) {
  const { portfolioId } = bootData().portfolio
  const portfolio = useQuery(reads('getPortfolio', { query: { portfolioId } }))
  const program = useQuery(reads('getPortfolioProgram', { query: { portfolioId } }))
  const [kept, setKept] = useState<StartAnswers>()
  useEffect(() => {
    void startAnswers().then((answers) => setKept(answers ?? {}))
  }, [])
  const failed = [portfolio, program].find(({ error }) => error instanceof CallError)
  if (failed?.error instanceof CallError) {
    const again = () => void Promise.all([portfolio.refetch(), program.refetch()])
    return <ReadingFailedHere failure={failed.error.failure} again={again} />
  }
  const product = program.data?.products.find(({ kind }) => kind === 'standard')
  if (!portfolio.data || !product || !kept) return <Waiting />
  return <StartForm product={product} states={portfolio.data.states} kept={kept} onDone={onDone} />
}

interface StartFormProps extends StartProps {
  product: Product
  /** Where the portfolio lends. */
  states: readonly string[]
  kept: StartAnswers
}

function StartForm({ product, states, kept, onDone }: StartFormProps) {
  const [amount, setAmount] = useState(() => defaultAmount(rangeOf(product), askedBefore(kept)))
  const [typed, setTyped] = useState<string>()
  const form = useSimpleForm<Where>({
    initial: { state: kept.state ?? '', zip: kept.zip ?? '' },
    validate: faultsOf,
  })
  const { state, zip } = form.values
  const typeZip = (typed: string) => {
    form.set('zip', typed)
    const found = stateOfZip(typed)
    if (state === '' && US_STATES.some(({ code }) => code === found)) form.set('state', found ?? '')
  }
  const simulation = useSimulation({ amount, state: states.includes(state) ? state : (states[0] ?? '') })
  const elsewhere = zipHint(form.values)
  const range = rangeOf(simulation.data ?? product)
  const wrong = amountFault(typed, range)
  const amountErrors =
    form.attempt > 0 && wrong !== undefined ? [{ fieldId: AMOUNT_FIELD, message: wrong }] : []
  const summary = [...form.summary, ...amountErrors]
  usePageTitle(startText('title'), summary.length > 0)
  const answers = useMemo(() => ({ state, zip, amount: wireOfCents(amount) }), [state, zip, amount])
  useEffect(() => keepStartAnswers(answers), [answers])
  if (state !== '' && !states.includes(state))
    return <Unserved state={state} states={states} onOther={() => form.set('state', '')} />
  return (
    <Card>
      <form
        data-looks
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.submit(() => {
            if (wrong === undefined) onDone(answers)
          })
        }}
      >
        <StepHeading lead={startText('lead')}>{startText('title')}</StepHeading>
        <FormErrors form={{ summary, attempt: form.attempt }} />
        <div className={styles.columns}>
          <div>
            <div className={styles.where}>
              <Field id="zip" label={startText('zip')} error={form.error('zip')}>
                {(wiring) => (
                  <TextInput
                    {...wiring}
                    aria-describedby={[wiring['aria-describedby'], elsewhere && ELSEWHERE]
                      .filter(Boolean)
                      .join(' ')}
                    inputMode="numeric"
                    autoComplete="postal-code"
                    value={zip}
                    onChange={(event) => typeZip(event.currentTarget.value)}
                    onBlur={() => form.blur('zip')}
                  />
                )}
              </Field>
              <Field id="state" label={startText('state')} error={form.error('state')}>
                {(wiring) => (
                  <Select
                    {...wiring}
                    autoComplete="address-level1"
                    placeholder={startText('chooseState')}
                    options={US_STATES.map(({ code, name }) => ({ value: code, label: name }))}
                    value={state}
                    onChange={(event) => form.set('state', event.currentTarget.value)}
                    onBlur={() => form.blur('state')}
                  />
                )}
              </Field>
            </div>
            <p id={ELSEWHERE} role="status" className={styles.elsewhere}>
              {elsewhere}
            </p>
            <PickAmount range={range} value={amount} onChange={setAmount} typed={typed} onTyped={setTyped} />
            <p className={styles.most}>{startText('newCustomers', { maximum: wholeText(range.maximum) })}</p>
          </div>
          <StartCost simulation={simulation} amount={amount} />
        </div>
        <ActionBar>
          <Button type="submit">{startText('continue')}</Button>
        </ActionBar>
      </form>
    </Card>
  )
}

const ELSEWHERE = 'zipElsewhere'

interface Where extends Record<string, string> {
  state: string
  zip: string
}

const askedBefore = ({ amount }: StartAnswers): number | undefined =>
  amount === undefined ? undefined : centsOf(amount)

/** The product's range, or what the state allows once that is known; whole cents. */
function rangeOf(offered: Product | CallValue<'getSimulatedData'>): AmountRange {
  const [minimum, maximum, step] =
    'schedule' in offered
      ? [offered.minimum, offered.maximum, offered.step]
      : [offered.minimumAmount, offered.maximumAmount, offered.amountStep]
  return { minimum: centsOf(minimum), maximum: centsOf(maximum), step: centsOf(step) }
}

/** What is wrong with state and ZIP. A ZIP of another state is a question and no error (domain.md §14 "Address"). */
function faultsOf({ state, zip }: Where) {
  const context = { argument: null, today: portfolioToday() }
  const rule = [required, zipRule].find((each) => !each.check(zip, context))
  const lender = { phone: bootData().portfolio.phone }
  const military = addressFault({ states: [], lender }, { state: '', zip })
  return {
    state: state === '' ? startText('stateMissing') : undefined,
    zip: saidOf(rule?.message(startText('zip'), null) ?? military?.message),
  }
}

function zipHint({ state, zip }: Where): string | undefined {
  return isZipOutside(zip, state) ? startText('zipElsewhere', { state: nameOf(state) }) : undefined
}

const nameOf = (state: string): string => US_STATES.find(({ code }) => code === state)?.name ?? state

/** What an offer would recommend for the amount, at pay every two weeks. */
function useSimulation({ amount, state }: { amount: number; state: string }) {
  const { portfolioId } = bootData().portfolio
  const wish = useDebounced({ amount, state })
  const body = {
    portfolioId,
    amount: wireOfCents(wish.amount),
    state: wish.state,
    frequency: PaymentFrequency.biWeekly,
  }
  return useQuery({
    ...reads('getSimulatedData', { body }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

interface UnservedProps {
  state: string
  states: readonly string[]
  onOther: () => void
}

/** The end for who lives where nothing is lent, before anything private is asked. */
function Unserved({ state, states, onOther }: UnservedProps) {
  return (
    <Card>
      <StatePicture icon="info" />
      <StepHeading lead={startText('unserved', { states: states.map(nameOf).join(', ') })}>
        {startText('unservedTitle', { state: nameOf(state) })}
      </StepHeading>
      <Button variant="secondary" onClick={onOther}>
        {startText('otherState')}
      </Button>
    </Card>
  )
}
