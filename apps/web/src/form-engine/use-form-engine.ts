import type { FormAnswers } from '@dolphin/domain/form/form-value'
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
}

/**
 * Starts a form with what is stored and what was typed before; undefined while the draft is being read. Pass
 * the same `form`, `stored` and `context` objects between renders: a new one starts the form anew.
 */
export function useFormEngine({
  form,
  stored,
  context,
  draftName,
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
    const store = new FormStore(form, stored, context, knownAnswers(form, draft.values ?? {}))
    const keeper = draftStore(draftName)
    return { store, keeper, restored: draft.values !== undefined, dropDraft: keeper.drop }
  }, [form, stored, context, draftName, draft])

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

/** Passwords and files are never kept; everything else typed is. */
function draftable(form: ServedForm, answers: FormAnswers): FormAnswers {
  const never = new Set(
    form.definition.elements
      .filter(({ dataControl }) => dataControl === 'password' || dataControl === 'file')
      .map(({ elementKey }) => elementKey),
  )
  return Object.fromEntries(Object.entries(answers).filter(([key]) => !never.has(key)))
}

/** A draft may be older than the form: only answers of elements that still exist are put back. */
function knownAnswers(form: ServedForm, draft: FormAnswers): FormAnswers {
  const keys = new Set(form.definition.elements.map(({ elementKey }) => elementKey))
  return Object.fromEntries(Object.entries(draft).filter(([key]) => keys.has(key)))
}
