import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { FormStore } from './form-store.ts'
import type { FieldView, FormSummary } from './form-views.ts'

export const FormStoreContext = createContext<FormStore | undefined>(undefined)

/** The store of the form around. */
export function useFormStore(): FormStore {
  const store = useContext(FormStoreContext)
  if (!store) throw new Error('A control stands outside of a form')
  return store
}

/** One field's view; renders again only when it changed. */
export function useField(key: string): FieldView {
  const store = useFormStore()
  const subscribe = useCallback((listener: () => void) => store.subscribeField(key, listener), [store, key])
  return useSyncExternalStore(subscribe, () => store.field(key))
}

/** What the form as a whole shows: its visible elements, and the errors of the last attempt. */
export function useFormSummary(store: FormStore): FormSummary {
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store])
  return useSyncExternalStore(subscribe, () => store.summary())
}
