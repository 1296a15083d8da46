import { Banner } from '@dolphin/ui/banner/banner'
import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { Field, FieldGroup } from '@dolphin/ui/field/field'
import { RadioGroup } from '@dolphin/ui/radio-group/radio-group'
import { Select } from '@dolphin/ui/select/select'
import { useState } from 'react'
import { type CallFailure, type CallValue, call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { useErrorTitle } from '../../app/page-title.ts'
import { showFailure } from '../../app/show-failure.ts'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import styles from './bank-link.module.css'
import {
  answerOf,
  type ColumnAnswer,
  type ColumnChoices,
  type ColumnQuestion,
  firstChoices,
  readBy,
} from './column-answer.ts'
import { columnText } from './column-messages.ts'
import { columnName } from './column-name.ts'

export type NamedColumns = CallValue<'saveStatementColumns'>

interface ColumnFormProps {
  question: ColumnQuestion
  onSaved: (saved: NamedColumns) => void
  onOtherFile: () => void
}

type Form = ReturnType<typeof useSimpleForm<ColumnChoices>>

/** Says which column is which; what does not fit the rows comes back at its column. */
export function ColumnForm({ question, onSaved, onOtherFile }: ColumnFormProps) {
  const form = useSimpleForm<ColumnChoices>({
    initial: firstChoices(question),
    validate: (choices) => missing(choices, question.hasMinus),
  })
  useErrorTitle(form.summary.length > 0)
  const { busy, problems, start } = useSaving(question.requestCode, form, onSaved)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit((choices) => void start(answerOf(choices, question.hasMinus)))
      }}
    >
      <ErrorSummary title={columnText('summaryTitle')} errors={form.summary} attempt={form.attempt} />
      {problems.length > 0 && (
        <Banner tone="danger">
          <ul className={styles.list}>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Banner>
      )}
      <ColumnSelect form={form} question={question} name="date" hint={columnText('dateHint')} />
      <ColumnSelect form={form} question={question} name="description" hint={columnText('descriptionHint')} />
      <AmountFields form={form} question={question} />
      <ColumnSelect
        form={form}
        question={question}
        name="balance"
        hint={columnText('balanceHint')}
        optional
      />
      <ReadRows choices={form.values} question={question} />
      <ButtonRow>
        <BackButton onClick={onOtherFile}>{columnText('otherFile')}</BackButton>
        <Button type="submit" busy={busy}>
          {columnText(busy ? 'saving' : 'save')}
        </Button>
      </ButtonRow>
      <div className={styles.ways}>
        <Button variant="quiet" busy={busy} onClick={() => void start(null)}>
          {columnText('cannotTell')}
        </Button>
      </div>
    </form>
  )
}

function missing(choices: ColumnChoices, hasMinus: boolean) {
  const { shape, moneyOut, side, minus } = choices
  const needed = (name: 'date' | 'description' | 'amount' | 'moneyIn') =>
    choices[name] === '' ? columnText('needed', { name: columnText(name) }) : undefined
  const isOne = shape === 'one'
  return {
    date: needed('date'),
    description: needed('description'),
    amount: isOne ? needed('amount') : undefined,
    minus: isOne && hasMinus && side === '' && minus === '' ? columnText('minusNeeded') : undefined,
    moneyIn: isOne || moneyOut !== '' ? undefined : needed('moneyIn'),
  }
}

/** Sends the answer; 422 speaks of its columns, or of the rows of the file. */
function useSaving(requestCode: string, form: Form, onSaved: (saved: NamedColumns) => void) {
  const [problems, setProblems] = useState<readonly string[]>([])
  const act = useAct(async (columns: ColumnAnswer | null) => {
    setProblems([])
    const result = await call('saveStatementColumns', { body: { requestCode, columns } })
    if (result.ok) return onSaved(result.value)
    const said = saidOf(result.failure)
    if (said.length === 0) return showFailure(result.failure)
    const fields = said.filter(({ elementKey }) => elementKey in form.values)
    if (fields.length > 0)
      return form.refuse(Object.fromEntries(fields.map((one) => [one.elementKey, one.message])))
    setProblems(said.map(({ message }) => message))
  })
  return { ...act, problems }
}

const UNPROCESSABLE = 422

const saidOf = (failure: CallFailure) =>
  failure.kind === 'refused' && failure.status === UNPROCESSABLE ? (failure.data.errors ?? []) : []

/** One column with a sign or a word beside it, or one for each side. */
function AmountFields({ form, question }: { form: Form; question: ColumnQuestion }) {
  const { shape, side } = form.values
  return (
    <>
      <FieldGroup id="shape" label={columnText('shape')}>
        <RadioGroup
          name="shape"
          value={shape}
          onChange={(value) => form.set('shape', value === 'two' ? 'two' : 'one')}
          options={[
            { value: 'one', label: columnText('one') },
            { value: 'two', label: columnText('two') },
          ]}
        />
      </FieldGroup>
      {shape === 'two' ? (
        <>
          <ColumnSelect form={form} question={question} name="moneyIn" />
          <ColumnSelect form={form} question={question} name="moneyOut" />
        </>
      ) : (
        <>
          <ColumnSelect form={form} question={question} name="amount" />
          <ColumnSelect form={form} question={question} name="side" hint={columnText('sideHint')} optional />
          {question.hasMinus && side === '' && (
            <FieldGroup id="minus" label={columnText('minus')} error={form.error('minus')}>
              <RadioGroup
                name="minus"
                value={form.values.minus}
                invalid={form.error('minus') !== undefined}
                onChange={(value) => form.set('minus', value)}
                options={[
                  { value: 'out', label: columnText('minusOut') },
                  { value: 'in', label: columnText('minusIn') },
                ]}
              />
            </FieldGroup>
          )}
        </>
      )}
    </>
  )
}

interface ColumnSelectProps {
  form: Form
  question: ColumnQuestion
  name: 'date' | 'description' | 'amount' | 'side' | 'moneyIn' | 'moneyOut' | 'balance'
  hint?: string
  optional?: boolean
}

function ColumnSelect({ form, question, name, hint, optional = false }: ColumnSelectProps) {
  const columns = (question.rows[0] ?? []).map((_, at) => ({
    value: String(at),
    label: columnName(question, at),
  }))
  return (
    <Field
      id={name}
      label={columnText(name)}
      hint={hint}
      error={form.error(name)}
      optionalText={optional ? columnText('optional') : undefined}
    >
      {(wiring) => (
        <Select
          {...wiring}
          options={columns}
          placeholder={columnText(optional ? 'none' : 'choose')}
          value={form.values[name]}
          onChange={(event) => form.set(name, event.target.value)}
          onBlur={() => form.blur(name)}
        />
      )}
    </Field>
  )
}

/** The first rows in words, so that a wrong side is seen before it is sent. */
function ReadRows({ choices, question }: { choices: ColumnChoices; question: ColumnQuestion }) {
  const isUndecided =
    choices.shape === 'one' && question.hasMinus && choices.side === '' && choices.minus === ''
  const read = isUndecided ? [] : question.rows.flatMap((row) => readBy(choices, row) ?? [])
  if (read.length === 0) return null
  return (
    <Banner tone="info" title={columnText('readTitle')}>
      <ul className={styles.list}>
        {read.map(({ isIn, ...row }, at) => (
          <li key={`${row.date}-${row.amount}-${at}`}>{columnText(isIn ? 'readIn' : 'readOut', row)}</li>
        ))}
      </ul>
    </Banner>
  )
}
