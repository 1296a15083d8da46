import { KeyFigures } from '@dolphin/ui/key-figures/key-figures'
import { keepPreviousData } from '@tanstack/react-query'
import { CallError } from '../../api-client/with-queries.tsx'
import { failureText } from '../../app/failure-text.ts'
import { useDebounced } from '../../app/use-debounced.ts'
import { BalanceChange } from './balance-change.tsx'
import type { AskedChange } from './change-call.ts'
import { changeText } from './change-messages.ts'
import { effectFigures } from './effect-figures.ts'
import styles from './repayment.module.css'
import { usePreview } from './use-preview.ts'

interface LivePreviewProps {
  loanNo: string
  asked: AskedChange | undefined
}

/** Shows the effect of the choices and updates with them; shows a refusal in the same place. */
export function LivePreview({ loanNo, asked }: LivePreviewProps) {
  const rested = useDebounced(asked)
  const { data, error, isFetching } = usePreview(loanNo, rested, { placeholderData: keepPreviousData })
  if (asked === undefined) return null
  const stale = isFetching || JSON.stringify(rested) !== JSON.stringify(asked)
  if (error instanceof CallError && !stale) {
    const { failure } = error
    const words = failure.kind === 'refused' ? failure.data.errors?.[0]?.message : undefined
    return <p role="status">{words ?? failureText(failure)}</p>
  }
  if (data === undefined) return <p role="status">{changeText('working')}</p>
  return (
    <div className={stale ? styles.stale : styles.fresh}>
      <div aria-live="polite">
        <KeyFigures figures={effectFigures(data)} />
      </div>
      <BalanceChange preview={data} />
    </div>
  )
}
