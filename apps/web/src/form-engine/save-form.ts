import type { FieldError } from '@dolphin/contract/envelope'
import { REACTIONS } from '@dolphin/contract/reaction-table'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { answerOf, type FormAnswers } from '@dolphin/domain/form/form-value'
import { type CallFailure, type CallInput, type CallValue, call } from '../api-client/call.ts'
import type { FormStore, StoredForm } from './form-store.ts'

export type SavedForm = CallValue<'updateForm'> &
  Partial<Pick<CallValue<'createForm'>, 'resource' | 'session'>>

/** How a save ended; a closed list, so that every page handles all of it. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly saved: SavedForm; readonly sent: FormAnswers }
  /** Nothing differs from what is stored: no call was made (product.md §5). */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly message: string; readonly errors: readonly FieldError[] }
  | { readonly kind: 'conflict'; readonly stored: StoredForm }
  | { readonly kind: 'failed'; readonly failure: CallFailure }

/**
 * Sends the changed fields to the definition's own URL under the external key, with the version that was read.
 * A preview stores nothing and answers what the save would: the form and the flags it would raise. A form that
 * is not stored yet has nothing to compare with, so that its preview is no call. An `unfinished` form is sent even
 * where its steps were all kept before: the save is what finishes it.
 */
export async function saveForm(
  store: FormStore,
  extra: Readonly<Record<string, unknown>>,
  mode: FormActionMode = FormActionMode.save,
  unfinished = false,
): Promise<SaveOutcome> {
  const changed = store.changed()
  // Answers of last time that fill a form in are none of it until they are saved
  if (Object.keys(changed).length === 0 && store.stored.version > 0 && !unfinished)
    return { kind: 'unchanged' }
  const { code, createUrl, updateUrl } = store.form.definition
  const { externalKey, version } = store.stored
  if (externalKey === null && mode === FormActionMode.preview) return { kind: 'unchanged' }
  const how = mode === FormActionMode.preview ? { mode } : {}
  const body = { ...extra, ...how, externalKey, version, changed: { ...reported(store.stored), ...changed } }
  const params = { code }
  const result =
    externalKey === null
      ? await call('createForm', { params, body } as CallInput<'createForm'>, { path: createUrl })
      : await call('updateForm', { params, body } as CallInput<'updateForm'>, { path: updateUrl })
  return result.ok
    ? { kind: 'saved', saved: result.value, sent: changed }
    : outcomeOf(result.failure, store.stored)
}

/**
 * What the bank report gave is confirmed as it was shown, an account number by its mask: the server refuses it where another
 * report has come meanwhile.
 */
export function reported({ values, masked, fromReport = [] }: StoredForm): FormAnswers {
  return Object.fromEntries(fromReport.map((key) => [key, masked[key] ?? answerOf(values, key)]))
}

function outcomeOf(failure: CallFailure, stored: StoredForm): SaveOutcome {
  if (failure.kind !== 'refused') return { kind: 'failed', failure }
  const { code, data } = failure
  if (REACTIONS[code] === 'show both values' && data.current) {
    const { version, values, masked = stored.masked } = data.current
    return { kind: 'conflict', stored: { ...stored, version, values: values as FormAnswers, masked } }
  }
  if (data.errors && data.errors.length > 0)
    return { kind: 'refused', message: data.message, errors: data.errors }
  return { kind: 'failed', failure }
}
