import { answerOf, type FormValue } from '@dolphin/domain/form/form-value'
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
import type { ControlProps } from './control-props.ts'
import type { FormStore } from './form-store.ts'
import type { FormSummary } from './form-views.ts'

export const FormStoreContext = createContext<FormStore | undefined>(undefined)

/** The store of the form around. */
export function useFormStore(): FormStore {
  const store = useContext(FormStoreContext)
  if (!store) throw new Error('A control stands outside of a form')
  return store
}

/** One field's view and what its control reports; renders again only when the view changed. */
export function useField(key: string): Pick<ControlProps, 'view' | 'onChange' | 'onBlur'> {
  const store = useFormStore()
  const field = useMemo(() => connectField(store, key), [store, key])
  return { view: useSyncExternalStore(field.subscribe, field.view), ...field.handlers }
}

function connectField(store: FormStore, key: string) {
  return {
    subscribe: (listener: () => void) => store.subscribeField(key, listener),
    view: () => store.field(key),
    handlers: {
      onChange: (value: FormValue, path: string = key) => store.set(key, value, path),
      onBlur: (path: string = key) => store.blur(path),
    },
  }
}

/** Answers of the form by element key, as they are now; undefined for elements that it does not have. */
export function useAnswers(keys: readonly string[]): Readonly<Record<string, FormValue | undefined>> {
  const store = useFormStore()
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = keys.map((key) => store.subscribeField(key, listener))
      return () => ends.forEach((end) => end())
    },
    [store, keys],
  )
  useSyncExternalStore(subscribe, () => JSON.stringify(keys.map((key) => answerOf(store.answers, key))))
  return Object.fromEntries(keys.map((key) => [key, answerOf(store.answers, key)]))
}

/** What the form as a whole shows: its visible elements, and the errors of the last attempt. */
export function useFormSummary(store: FormStore): FormSummary {
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store])
  return useSyncExternalStore(subscribe, () => store.summary())
}
