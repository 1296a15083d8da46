import type { FormElement } from '@dolphin/domain/form/form-definition'
import { lazy, memo, Suspense } from 'react'
import { fieldId } from './control-props.ts'
import { controlOf } from './controls.ts'
import { cellClass, colsOf } from './field-cell.ts'
import styles from './form-fields.module.css'
import { useField } from './form-store-context.ts'

/** Few fields say anything back. */
const SaidBack = lazy(async () => ({ default: (await import('./said-back.tsx')).SaidBack }))

/** Elements in the form's grid; stands inside a form's context. A new summary of errors leaves it alone. */
export const FormFields = memo(function FormFields({ elements }: { elements: readonly FormElement[] }) {
  return (
    <div className={styles.grid}>
      {elements.map((element) => (
        <FormField key={element.elementKey} element={element} />
      ))}
    </div>
  )
})

/** One element by its control; renders again only when its own view changed. */
const FormField = memo(function FormField({ element }: { element: FormElement }) {
  const { elementKey: key } = element
  const field = useField(key)
  const control = controlOf(element)
  const says = element.controlProperty?.saysBack
  return (
    <div className={cellClass(element)} data-cols={colsOf(element)}>
      {control({ element, id: fieldId(key), ...field })}
      {says && (
        <Suspense>
          <SaidBack element={element} says={says} />
        </Suspense>
      )}
    </div>
  )
})
