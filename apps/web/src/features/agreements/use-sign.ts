import { SignStatus } from '@dolphin/domain/loans/codes'
import { useState } from 'react'
import { type CallValue, call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { queryClient, reads } from '../../api-client/with-queries.tsx'
import { fieldFailureText } from '../../app/failure-text.ts'
import { showFailure } from '../../app/show-failure.ts'
import { type DrawnMark, wireMark } from './mark.ts'
import { announceSigned } from './signed-notice.ts'
import { automaticPaymentsOf, type StepProps } from './step-props.ts'

const INVALID = 422

/** Signs exactly the documents that were shown; a second tap or a retry is the same act. */
export function useSign({ details, draft, reread, onSigned }: StepProps & { onSigned: () => void }) {
  const [refusal, setRefusal] = useState<string>()
  const { busy, start } = useAct(async (drawn: DrawnMark | undefined) => {
    const { requestCode } = details
    const result = await call('signingSign', {
      params: { requestCode },
      body: bodyOf(details, draft, drawn),
    })
    if (result.ok) {
      onSigned()
      noteSigned(requestCode)
      return
    }
    if (result.failure.kind === 'refused' && result.failure.status === INVALID) {
      return setRefusal(fieldFailureText(result.failure))
    }
    await showFailure(result.failure)
    reread()
  })
  return { busy, refusal, sign: start, forget: () => setRefusal(undefined) }
}

function bodyOf(details: StepProps['details'], draft: StepProps['draft'], drawn: DrawnMark | undefined) {
  return {
    documents: details.documents.map(({ documentNo, sha256 }) => ({ documentNo, sha256 })),
    mark: wireMark(draft, drawn),
    ...(automaticPaymentsOf(details) ? { achAuthorization: draft.automatic === 'yes' } : {}),
  }
}

/** The page shows "signed" at once; the next reading says the same. */
function noteSigned(requestCode: string): void {
  const { queryKey } = reads('getRequestStatus', { query: { requestCode } })
  queryClient.setQueryData<CallValue<'getRequestStatus'>>(queryKey, (status) =>
    status ? { ...status, signStatus: SignStatus.signed, final: true } : status,
  )
  announceSigned(requestCode)
}
