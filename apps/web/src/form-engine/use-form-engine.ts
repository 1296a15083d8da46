import type { ControlName } from '@dolphin/domain/form/form-definition'
import { answerOf, type FormAnswers, isEmptyValue } from '@dolphin/domain/form/form-value'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { draftStore, loadDraft } from './draft.ts'
import { type FormContext, FormStore, type StoredForm } from './form-store.ts'
import type { ServedForm } from './served-form.ts'

/** A form at work: its answers, and the draft that keeps what is typed. */
export interface FormEngine {
  readonly store: FormStore
  /** True when answers of an earlier visit were put back. */
  readonly restored: boolean
  /** Forgets the draft, once everything in it is saved. */
  readonly dropDraft: () => void
}

interface FormEngineOptions {
  readonly form: ServedForm
  readonly stored: StoredForm
  readonly context: FormContext
  /** Names the draft: the form and its subject, such as "personal.118-0000017". */
  readonly draftName: string
  /** What was said elsewhere and is not stored yet; what was typed here goes before it. */
  readonly known?: FormAnswers | undefined
}

/**
 * Starts a form with what is stored and what was typed before; undefined while the draft is being read. Pass
 * the same `form`, `stored`, `context` and `known` objects between renders: a new one starts the form anew.
 */
export function useFormEngine({
  form,
  stored,
  context,
  draftName,
  known,
}: FormEngineOptions): FormEngine | undefined {
  const [draft, setDraft] = useState<{ name: string; values: FormAnswers | undefined }>()
  useEffect(() => {
    let wanted = true
    const load = async () => {
      const values = await loadDraft(draftName)
      if (wanted)
        startTransition(() => setDraft({ name: draftName, values: values as FormAnswers | undefined }))
    }
    void load()
    return () => {
      wanted = false
    }
  }, [draftName])

  const engine = useMemo(() => {
    if (draft?.name !== draftName) return undefined
    const typed = { ...unstored(known, stored), ...draft.values }
    const store = new FormStore(form, stored, context, { draft: knownAnswers(form, typed) })
    const keeper = draftStore(draftName)
    return { store, keeper, restored: draft.values !== undefined, dropDraft: keeper.drop }
  }, [form, stored, context, draftName, known, draft])

  useEffect(() => {
    if (!engine) return
    const { store, keeper } = engine
    const keep = () => {
      const values = draftable(form, store.changed())
      if (Object.keys(values).length > 0) keeper.keep(values)
      else keeper.drop()
    }
    const unsubscribers = form.definition.elements.map(({ elementKey }) =>
      store.subscribeField(elementKey, keep),
    )
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [engine, form])
  return engine
}

/** Social Security numbers, passwords and files are never kept; everything else typed is. */
const UNKEPT: ReadonlySet<ControlName> = new Set(['password', 'file', 'ssn'])

function draftable(form: ServedForm, answers: FormAnswers): FormAnswers {
  const never = new Set(
    form.definition.elements
      .filter(({ dataControl }) => UNKEPT.has(dataControl))
      .map(({ elementKey }) => elementKey),
  )
  return Object.fromEntries(Object.entries(answers).filter(([key]) => !never.has(key)))
}

/** What is stored already, or shown by a mask, is not said again. */
function unstored(known: FormAnswers = {}, { values, masked }: StoredForm): FormAnswers {
  return Object.fromEntries(
    Object.entries(known).filter(([key]) => isEmptyValue(answerOf(values, key)) && masked[key] === undefined),
  )
}

/** A draft may be older than the form: only answers of elements that still exist are put back. */
function knownAnswers(form: ServedForm, draft: FormAnswers): FormAnswers {
  const keys = new Set(form.definition.elements.map(({ elementKey }) => elementKey))
  return Object.fromEntries(Object.entries(draft).filter(([key]) => keys.has(key)))
}
