import { isEmptyValue } from '@dolphin/domain/form/form-value'
import { Button } from '@dolphin/ui/button/button'
import { type ReactNode, useState } from 'react'
import type { FieldView } from '../form-views.ts'
import { formText } from '../messages.ts'
import styles from './saved-secret.module.css'

/**
 * A stored value that never comes back to the browser: its mask, and a button to type another. What is already
 * being typed is shown as the control itself.
 */
export function SavedSecret({ view, children }: { view: FieldView; children: ReactNode }) {
  const [replacing, setReplacing] = useState(false)
  if (view.savedMask === undefined || replacing || !isEmptyValue(view.value)) return children
  return (
    <div className={styles.saved}>
      <span>{view.savedMask}</span>
      <Button variant="quiet" onClick={() => setReplacing(true)}>
        {formText('change')}
      </Button>
    </div>
  )
}
