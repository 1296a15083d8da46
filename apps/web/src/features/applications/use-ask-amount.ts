import { SectionKey } from '@dolphin/domain/applications/codes'
import { useAct } from '@dolphin/ui/act/use-act'
import { useLocation } from 'wouter'
import { call } from '../../api-client/call.ts'
import { queryClient, reads } from '../../api-client/with-queries.tsx'
import { showFailure } from '../../app/show-failure.ts'
import type { ApplicationView, ScreenProps } from './application-view.ts'

/** Submits the application: an amount leads on to it, everything else to the page that tells of it. */
export function useAskAmount({ applicationNo }: ApplicationView, goOn: ScreenProps['goOn']) {
  const [, navigate] = useLocation()
  return useAct(async () => {
    const result = await call('calculateQualifiedAmount', { body: { applicationNo } })
    if (!result.ok) return showFailure(result.failure)
    queryClient.setQueryData(
      reads('calculateQualifiedAmount', { body: { applicationNo } }).queryKey,
      result.value,
    )
    queryClient.removeQueries({ queryKey: ['getPaymentOption'] })
    const { notification } = result.value
    if (notification !== null) return navigate(`/notification/${notification}`)
    await goOn(SectionKey.loanDetail)
  })
}
