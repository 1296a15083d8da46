import { formatValue } from '@dolphin/domain/form/format-value'
import type { FormElement } from '@dolphin/domain/form/form-definition'
import { answerOf, type FormAnswers } from '@dolphin/domain/form/form-value'
import { isSameValue } from '@dolphin/domain/form/stored-value'
import { Button } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { FieldGroup } from '@dolphin/ui/field/field'
import { RadioGroup } from '@dolphin/ui/radio-group/radio-group'
import { useState } from 'react'
import { conflictText } from './conflict-messages.ts'
import type { FormStore, StoredForm } from './form-store.ts'
import { labelOf } from './served-form.ts'

interface ConflictViewProps {
  store: FormStore
  /** What the server holds now. */
  theirs: StoredForm
  /** The answers to go on with; those of ours that were given up are replaced by theirs. */
  onSettled: (chosen: FormAnswers) => void
  onClose: () => void
}

/**
 * Both values of every answer that was changed here and elsewhere; the reader chooses (contract.md
 * "-95010003").
 */
export function ConflictView({ store, theirs, onSettled, onClose }: ConflictViewProps) {
  const [keepsTheirs, setKeepsTheirs] = useState<ReadonlySet<string>>(new Set())
  const { contested, untouched } = comparison(store, theirs)
  const settle = () => {
    const taken = [...untouched, ...contested.filter((element) => keepsTheirs.has(element.elementKey))]
    onSettled(
      Object.fromEntries(
        taken.map(({ elementKey }) => [elementKey, answerOf(theirs.values, elementKey) ?? null]),
      ),
    )
  }
  const choose = (key: string, theirsKept: boolean) =>
    setKeepsTheirs(
      (before) => new Set(theirsKept ? [...before, key] : [...before].filter((each) => each !== key)),
    )
  return (
    <Dialog
      open
      tone="warning"
      title={conflictText('title')}
      onClose={onClose}
      actions={<Button onClick={settle}>{conflictText('keep')}</Button>}
    >
      <p>{conflictText('lead')}</p>
      {contested.map((element) => (
        <Choice
          key={element.elementKey}
          element={element}
          store={store}
          theirs={theirs}
          keepsTheirs={keepsTheirs.has(element.elementKey)}
          onChoose={(theirsKept) => choose(element.elementKey, theirsKept)}
        />
      ))}
    </Dialog>
  )
}

interface ChoiceProps extends Pick<ConflictViewProps, 'store' | 'theirs'> {
  element: FormElement
  keepsTheirs: boolean
  onChoose: (theirs: boolean) => void
}

function Choice({ element, store, theirs, keepsTheirs, onChoose }: ChoiceProps) {
  const options = store.form.options.get(element.dataDomainValues ?? '') ?? []
  const shown = (answers: FormAnswers) =>
    formatValue(element, answerOf(answers, element.elementKey), options, (code) =>
      store.form.options.get(code),
    )
  const theirsShown = theirs.masked[element.elementKey] ?? shown(theirs.values)
  return (
    <FieldGroup label={labelOf(element)}>
      <RadioGroup
        name={`conflict-${element.elementKey}`}
        value={keepsTheirs ? 'theirs' : 'mine'}
        onChange={(choice) => onChoose(choice === 'theirs')}
        options={[
          { value: 'mine', label: shown(store.answers) || conflictText('empty'), hint: conflictText('mine') },
          { value: 'theirs', label: theirsShown || conflictText('empty'), hint: conflictText('theirs') },
        ]}
      />
    </FieldGroup>
  )
}

/** Answers changed on both sides are contested; those changed only elsewhere are simply taken. */
function comparison(store: FormStore, theirs: StoredForm) {
  const mine = store.changed()
  const changedThere = store.form.definition.elements.filter(({ elementKey }) => {
    if (store.stored.masked[elementKey] !== theirs.masked[elementKey]) return true
    const before = answerOf(store.stored.values, elementKey) ?? null
    return !isSameValue(before, answerOf(theirs.values, elementKey) ?? null)
  })
  return {
    contested: changedThere.filter(({ elementKey }) => Object.hasOwn(mine, elementKey)),
    untouched: changedThere.filter(({ elementKey }) => !Object.hasOwn(mine, elementKey)),
  }
}
