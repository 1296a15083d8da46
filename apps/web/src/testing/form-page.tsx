import { localDate } from '@dolphin/domain/calendar/local-date'
import type { FormElement } from '@dolphin/domain/form/form-definition'
import { FormFields } from '../form-engine/form-fields.tsx'
import { FormStoreContext, useFormSummary } from '../form-engine/form-store-context.ts'
import { FormStore, type StoredForm } from '../form-engine/form-store.ts'
import { type DomainValues, servedForm } from '../form-engine/served-form.ts'
import { render } from './render.tsx'

/** Thursday, 2 July 2026; the day after is a holiday. */
const CONTEXT = { today: localDate(2026, 7, 2), holidays: new Set([localDate(2026, 7, 3)]) }

const OPTIONS: DomainValues = {
  pets: [
    { value: 'cat', label: 'A cat' },
    { value: 'dog', label: 'A dog' },
    { value: 'owl', label: 'An owl' },
  ],
}

const STORED: StoredForm = { externalKey: 'app-1', version: 1, values: {}, masked: {} }

/** An element of a form in tests, by its key; the label is the key with a capital. */
export const anElement = (elementKey: string, overrides: Partial<FormElement> = {}): FormElement => ({
  elementKey,
  elementLabel: elementKey.charAt(0).toUpperCase() + elementKey.slice(1),
  dataControl: 'text',
  ...overrides,
})

/** Shows the fields of a form and answers its store; errors show with the key that causes them. */
export async function renderForm(
  elements: readonly FormElement[],
  stored: Partial<StoredForm> = {},
  options: DomainValues = OPTIONS,
) {
  const urls = { readUrl: '/x', createUrl: '/x', updateUrl: '/x' }
  const definition = { code: 'test', version: 1, title: 'Test', ...urls, elements }
  const store = new FormStore(servedForm(definition, options), { ...STORED, ...stored }, CONTEXT, {
    revealMs: 0,
  })
  const page = await render(
    <FormStoreContext value={store}>
      <VisibleFields store={store} />
    </FormStoreContext>,
  )
  return { page, store }
}

function VisibleFields({ store }: { store: FormStore }) {
  return <FormFields elements={useFormSummary(store).visible} />
}
