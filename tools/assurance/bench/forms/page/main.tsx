import { localDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { createRoot } from 'react-dom/client'
import bench from 'virtual:bench-form'
import { FormFields } from '../../../../../apps/web/src/form-engine/form-fields.tsx'
import {
  FormStoreContext,
  useFormSummary,
} from '../../../../../apps/web/src/form-engine/form-store-context.ts'
import { FormStore } from '../../../../../apps/web/src/form-engine/form-store.ts'
import { servedForm } from '../../../../../apps/web/src/form-engine/served-form.ts'

const NOTHING_STORED = { externalKey: null, version: 0, values: {}, masked: {} }

/** The engine and its fields as the pages use them; the frame around, the save and the summary are left out. */
function BenchForm({ store }: { store: FormStore }) {
  const { visible } = useFormSummary(store)
  return (
    <FormStoreContext value={store}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (store.submit()) return
          const [first] = store.summary().errors
          if (first) document.getElementById(`field-${first.elementKey}`)?.focus()
        }}
      >
        <FormFields elements={visible} />
        <button type="submit">Continue</button>
      </form>
    </FormStoreContext>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
performance.mark('bench:mount')
const holidays = new Set(bench.holidays.flatMap((text) => parseLocalDate(text.slice(0, 10)) ?? []))
const context = { today: localDate(2026, 3, 2), holidays }
const store = new FormStore(servedForm(bench.definition, bench.options), NOTHING_STORED, context, {
  revealMs: 0,
})
createRoot(root).render(<BenchForm store={store} />)
