import { useAct } from '@dolphin/ui/act/use-act'
import { call } from '../../api-client/call.ts'
import { persistState, persistedState } from '../../app/persisted-state.ts'
import { showFailure } from '../../app/show-failure.ts'

/** Opens a verification and leads to the bank's page in this window; it leads back here. */
export function useOpenBank(loanNo: string) {
  return useAct(async (providerId?: string) => {
    const body = { loanNo, purpose: 'IBV', ...(providerId === undefined ? {} : { providerId }) } as const
    const result = await call('createRequestCode', { body })
    if (!result.ok) return showFailure(result.failure)
    const workflow = await persistedState('workflow')
    await persistState('workflow', { ...workflow, requestId: result.value.requestCode })
    location.assign(result.value.url)
  })
}
