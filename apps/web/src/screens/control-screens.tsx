import { CONTROL_NAMES, type ControlName, type FormElement } from '@dolphin/domain/form/form-definition'
import type { FormAnswers } from '@dolphin/domain/form/form-value'
import { Card } from '@dolphin/ui/card/card'
import { PageContent } from '@dolphin/ui/page/page'
import { useState } from 'react'
import { FormStore } from '../form-engine/form-store.ts'
import { SteppedForm } from '../form-engine/stepped-form.tsx'
import { portfolioToday } from '../form-engine/form-today.ts'
import { servedForm } from '../form-engine/served-form.ts'
import { pageLanguage } from '../messages/define-messages.ts'
import type { Screen } from './screen.ts'

const group = 'Form controls'

/** A plain name for each control, as a form would label it. */
const LABELS: Readonly<Record<ControlName, readonly [string, string]>> = {
  text: ['Employer', 'Empleador'],
  textarea: ['Anything else', 'Algo más'],
  number: ['Open loans', 'Préstamos abiertos'],
  currency: ['Income', 'Ingreso'],
  phone: ['Phone', 'Teléfono'],
  ssn: ['Social Security Number', 'Número de Seguro Social'],
  email: ['Email', 'Correo electrónico'],
  date: ['Payday', 'Día de pago'],
  select: ['State', 'Estado'],
  radioGroup: ['Account Type', 'Tipo de cuenta'],
  checkboxGroup: ['Income', 'Ingreso'],
  checkbox: ['Same as cell phone', 'Igual al celular'],
  file: ['Statement', 'Estado de cuenta'],
  address: ['Street Address', 'Dirección'],
  password: ['Password', 'Contraseña'],
  heading: ['About your work', 'Sobre su trabajo'],
  repeatableGroup: ['Other Loans', 'Otros préstamos'],
}

const LISTS: Readonly<Partial<Record<ControlName, string>>> = {
  select: 'usState',
  radioGroup: 'bankAccountType',
  checkboxGroup: 'incomeType',
}

const FILLED: FormAnswers = {
  text: 'Sample Works',
  textarea: 'Two lines\nof text',
  number: '2',
  currency: '4000.00',
  phone: '3035550142',
  email: 'ann@example.com',
  date: '2026-03-20',
  select: 'UT',
  radioGroup: '3001',
  checkboxGroup: ['7002'],
  checkbox: true,
  address: '100 Sample Street',
  repeatableGroup: [{ lender: 'Harbor Sample Finance', balance: '1200.00' }],
}

const OPTIONS = {
  usState: [
    { value: 'UT', label: 'Utah' },
    { value: 'DE', label: 'Delaware' },
  ],
  bankAccountType: [
    { value: '3001', label: 'Checking', labelEs: 'Corriente' },
    { value: '3000', label: 'Savings', labelEs: 'Ahorros' },
  ],
  incomeType: [
    { value: '7002', label: 'A job', labelEs: 'Un empleo' },
    { value: '7004', label: 'A pension', labelEs: 'Una pensión' },
  ],
}

const WORDS = {
  empty: ['A field that is optional', 'Un campo opcional'],
  filled: ['A field with its answer', 'Un campo con su respuesta'],
  wrong: ['A field that has to be answered', 'Un campo obligatorio'],
} as const
type State = keyof typeof WORDS

const inLanguage = ([english, spanish]: readonly [string, string]): string =>
  pageLanguage() === 'es' ? spanish : english

function elementOf(control: ControlName, state: State): FormElement {
  const [elementLabel, labelEs] = LABELS[control]
  const list = LISTS[control]
  return {
    elementKey: control,
    elementLabel,
    labelEs,
    dataControl: control,
    ...(list === undefined ? {} : { dataDomainValues: list }),
    ...(control === 'heading'
      ? {}
      : {
          controlProperty: { hint: 'As it stands on your papers.', hintEs: 'Como está en sus documentos.' },
        }),
    foregroundProperty: { mandatory: state === 'wrong' && control !== 'heading', cols: 8 },
    ...(control === 'repeatableGroup' ? { elements: ROW } : {}),
  }
}

const ROW: readonly FormElement[] = [
  {
    elementKey: 'lender',
    elementLabel: 'Lender',
    labelEs: 'Prestamista',
    dataControl: 'text',
    foregroundProperty: { mandatory: true, cols: 6 },
  },
  {
    elementKey: 'balance',
    elementLabel: 'Still Owed',
    labelEs: 'Aún debe',
    dataControl: 'currency',
    foregroundProperty: { mandatory: true, cols: 6 },
  },
]

function ControlForm({ control, state }: { control: ControlName; state: State }) {
  const [engine] = useState(() => {
    const urls = { readUrl: '/x', createUrl: '/x', updateUrl: '/x' }
    const elements = [elementOf(control, state)]
    const form = servedForm({ code: 'control', version: 1, title: 'Control', ...urls, elements }, OPTIONS)
    const answer = FILLED[control]
    const values = state === 'filled' && answer !== undefined ? { [control]: answer } : {}
    const masked = state === 'filled' && control === 'ssn' ? { ssn: '***-**-6789' } : {}
    const stored = { externalKey: 'A-1', version: 1, values, masked }
    const store = new FormStore(form, stored, { today: portfolioToday(), holidays: new Set() })
    return { store, restored: false, dropDraft: () => {} }
  })
  return (
    <PageContent width="narrow">
      <Card>
        <SteppedForm
          engine={engine}
          title={inLanguage(WORDS[state])}
          step={0}
          onStep={() => {}}
          onDone={() => {}}
        />
      </Card>
    </PageContent>
  )
}

const STATES = Object.keys(WORDS) as readonly State[]

/** Every control that the server may name: empty, answered, and with its error. */
export const controlScreens = (): readonly Screen[] =>
  CONTROL_NAMES.flatMap((control) =>
    STATES.map(
      (state): Screen => ({
        name: `control-${control}-${state}`.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        group,
        path: '/application/control',
        content: () => <ControlForm control={control} state={state} />,
        ...(state === 'wrong' ? { act: (hand) => hand.pressAt('main form button[type="submit"]') } : {}),
      }),
    ),
  )
