import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import type { FormAnswers } from '@dolphin/domain/form/form-value'
import { useEffect, useEffectEvent, useState } from 'react'
import { whenReachable } from '../api-client/connection.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { showPopup } from '../app/announcements.tsx'
import { showFailure } from '../app/show-failure.ts'
import type { StoredForm } from './form-store.ts'
import { type SavedForm, type SaveOutcome, saveForm } from './save-form.ts'
import type { FormEngine } from './use-form-engine.ts'

const NOTHING: Readonly<Record<string, unknown>> = {}

/** What has to be asked before a save. */
export interface AskedSave {
  readonly text: string
  /** Sent along with the save that was confirmed. */
  readonly along?: Readonly<Record<string, unknown>>
}

/** The same from what a preview answered; undefined when nothing has. */
export type AskBefore = (preview: SavedForm) => AskedSave | undefined

/** How a form is saved. */
interface SaveOfForm {
  /** Sent along with each save. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined
  readonly askBefore?: AskBefore | undefined
  /** The form is part of something that goes on. */
  readonly unfinished?: boolean
}

/** The way of a save: judge here, preview where something may have to be asked, send, and show what came back. */
export function useFormSave(
  engine: FormEngine,
  onDone: (saved: SavedForm | undefined) => void,
  { extra = NOTHING, askBefore, unfinished = false }: SaveOfForm = {},
) {
  const { store } = engine
  const [conflict, setConflict] = useState<StoredForm>()
  const [question, setQuestion] = useState<AskedSave>()
  const [unanswered, setUnanswered] = useState<Readonly<Record<string, unknown>>>()
  const aftermath = { engine, onDone, setConflict }
  const saving = useAct(async (along: Readonly<Record<string, unknown>> = NOTHING) => {
    const outcome = await saveForm(store, { ...extra, ...along }, FormActionMode.save, unfinished)
    setUnanswered(isUnanswered(outcome) ? along : undefined)
    await settleOutcome(outcome, aftermath)
  })
  const asking = useAct(async () => {
    const outcome = await saveForm(store, extra, FormActionMode.preview)
    if (outcome.kind !== 'saved') {
      return outcome.kind === 'unchanged' ? saving.start() : settleOutcome(outcome, aftermath)
    }
    const asked = askBefore?.(outcome.saved)
    if (asked === undefined) return saving.start()
    setQuestion(asked)
  })
  const busy = saving.busy || asking.busy
  const start = askBefore ? asking.start : saving.start
  const submit = async () => {
    if (store.submit()) await start()
  }
  const waiting = unanswered !== undefined
  const again = useEffectEvent(() => void saving.start(unanswered))
  useEffect(() => (waiting ? whenReachable(() => again()) : undefined), [waiting])
  return {
    busy,
    submit,
    /** No response came: the typed values stay here and are resent automatically. */
    waiting,
    question: question?.text,
    confirm: () => {
      setQuestion(undefined)
      void saving.start(question?.along)
    },
    leaveQuestion: () => setQuestion(undefined),
    conflict,
    leaveConflict: () => setConflict(undefined),
    settle: (chosen: FormAnswers) => {
      if (conflict) store.rebase(conflict, chosen)
      setConflict(undefined)
      void submit()
    },
  }
}

/** The server was not reached. The same idempotency key goes with the next try, so that it counts once. */
const isUnanswered = (outcome: SaveOutcome): boolean =>
  outcome.kind === 'failed' && outcome.failure.kind === 'network'

interface Aftermath {
  engine: FormEngine
  onDone: (saved: SavedForm | undefined) => void
  setConflict: (stored: StoredForm) => void
}

async function settleOutcome(
  outcome: SaveOutcome,
  { engine, onDone, setConflict }: Aftermath,
): Promise<void> {
  switch (outcome.kind) {
    case 'unchanged':
      engine.dropDraft()
      return onDone(undefined)
    case 'saved':
      engine.store.saved(outcome.saved, outcome.sent)
      engine.dropDraft()
      return onDone(outcome.saved)
    case 'refused':
      await showPopup('error', outcome.message)
      return engine.store.refuse(outcome.errors)
    case 'conflict':
      return setConflict(outcome.stored)
    case 'failed':
      return outcome.failure.kind === 'network' ? undefined : showFailure(outcome.failure)
  }
}
