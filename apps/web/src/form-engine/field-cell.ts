import type { FormElement } from '@dolphin/domain/form/form-definition'
import styles from './form-fields.module.css'

const WHOLE_WIDTH = 12

/** Of twelve columns; see form-fields.module.css. */
export const colsOf = ({ foregroundProperty }: FormElement): number => foregroundProperty?.cols ?? WHOLE_WIDTH

/** The label stands beside its control where the definition says so and there is room for both. */
export function cellClass({ foregroundProperty }: FormElement): string | undefined {
  return foregroundProperty?.labelPosition === 'left' ? `${styles.cell} ${styles.beside}` : styles.cell
}
