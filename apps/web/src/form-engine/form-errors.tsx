import { ErrorSummary, type SummarizedError } from '@dolphin/ui/error-summary/error-summary'
import { useErrorTitle } from '../app/page-title.ts'
import { controlText } from './control-messages.ts'

/** The error summary of a form that shares its page with others: it also sets "Error: " before the page's title. */
export function FormErrors({ form }: { form: { summary: readonly SummarizedError[]; attempt: number } }) {
  useErrorTitle(form.summary.length > 0)
  return <ErrorSummary title={controlText('problem')} errors={form.summary} attempt={form.attempt} />
}
