import type { FormElement } from '@dolphin/domain/form/form-definition'
import type { FormValue } from '@dolphin/domain/form/form-value'
import { memo, useMemo } from 'react'
import { fieldId } from './control-props.ts'
import { controlOf } from './controls.ts'
import { cellClass, colsOf } from './field-cell.ts'
import styles from './form-fields.module.css'
import { useField, useFormStore } from './form-store-context.ts'

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
  const store = useFormStore()
  const view = useField(key)
  const Control = controlOf(element)
  const handlers = useMemo(
    () => ({
      onChange: (value: FormValue, path: string = key) => store.set(key, value, path),
      onBlur: (path: string = key) => store.blur(path),
    }),
    [store, key],
  )
  return (
    <div className={cellClass(element)} data-cols={colsOf(element)}>
      <Control element={element} id={fieldId(key)} view={view} {...handlers} />
    </div>
  )
})
