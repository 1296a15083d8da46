import { call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { queryClient } from '../../api-client/with-queries.tsx'
import { showSnackbar } from '../../app/announcements.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { dayText } from '../../app/wire-text.ts'
import { payoutText } from './messages.ts'

/** Has the money sent on another day, and reads everything anew. */
export function usePickDate(loanNo: string) {
  const { busy, start } = useAct(async (date: string) => {
    const result = await call('disbursementDate', { body: { loanNo, date } })
    if (result.ok) {
      const { date: picked, signsAgain } = result.value
      const said = signsAgain ? 'dateWaits' : 'dateSaved'
      showSnackbar(payoutText(said, { date: dayText(picked) }), signsAgain ? 'info' : 'success')
    } else await showFailure(result.failure)
    await queryClient.invalidateQueries()
  })
  return { busy, pick: start }
}
