import { useAct } from '@dolphin/ui/act/use-act'
import { type CallFailure, call } from '../../api-client/call.ts'
import { fieldFailureText } from '../../app/failure-text.ts'
import { persistState, persistedState } from '../../app/persisted-state.ts'
import { showFailure } from '../../app/show-failure.ts'

/** Where to link: through which provider, the first one where none is named, and at which bank of its directory. */
export interface BankChoice {
  readonly providerId?: string | undefined
  readonly institutionId?: string | undefined
}

/**
 * Opens a verification and leads to the bank's page in this window; it leads back here. What is wrong with the chosen
 * bank is said where it was chosen (`onRefused`), everything else in a popup.
 */
export function useOpenBank(loanNo: string, onRefused?: (message: string) => void) {
  return useAct(async (choice: BankChoice = {}) => {
    const result = await call('createRequestCode', { body: { loanNo, purpose: 'IBV', ...named(choice) } })
    if (!result.ok) {
      if (onRefused !== undefined && isAboutBank(result.failure))
        return onRefused(fieldFailureText(result.failure))
      return showFailure(result.failure)
    }
    const workflow = await persistedState('workflow')
    await persistState('workflow', { ...workflow, requestId: result.value.requestCode })
    location.assign(result.value.url)
  })
}

const named = ({ providerId, institutionId }: BankChoice) => ({
  ...(providerId === undefined ? {} : { providerId }),
  ...(institutionId === undefined ? {} : { institutionId }),
})

const isAboutBank = (failure: CallFailure): boolean =>
  failure.kind === 'refused' && failure.data.errors?.[0]?.elementKey === 'institutionId'
