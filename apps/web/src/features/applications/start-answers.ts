import { loadDraft } from '../../form-engine/draft.ts'

/** What was typed before there was an application: where, and how much ("600.00"). */
export interface StartAnswers {
  readonly state?: string
  readonly zip?: string
  readonly amount?: string
}

const START_FORM = 'start'

/** The draft of the start form on this device; undefined where nothing is kept. */
export async function startAnswers(): Promise<StartAnswers | undefined> {
  const kept = await loadDraft(START_FORM)
  if (kept === undefined) return undefined
  const texts = (['state', 'zip', 'amount'] as const).flatMap((key) => {
    const value = kept[key]
    return typeof value === 'string' ? [[key, value] as const] : []
  })
  return Object.fromEntries(texts)
}
