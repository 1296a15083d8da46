import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { type CallInput, type CallResult, type CallValue, call } from '../../api-client/call.ts'

export type ChangeResult = CallValue<'payOff'>
type Bare<Body> = Omit<Body, 'loanNo' | 'mode' | 'quoteId' | 'mark'>
type ServicingCode = CallInput<'requestChange'>['params']['changeTypeCode']

/** A change as it is asked for, whole enough to be worked out. */
export type AskedChange =
  | { readonly call: 'payOff'; readonly body: Bare<CallInput<'payOff'>['body']> }
  | { readonly call: 'payOffInN'; readonly body: Bare<CallInput<'payOffInN'>['body']> }
  | { readonly call: 'payFixedAmount'; readonly body: Bare<CallInput<'payFixedAmount'>['body']> }
  | {
      readonly call: 'requestChange'
      readonly changeTypeCode: ServicingCode
      readonly body: Bare<CallInput<'requestChange'>['body']>
    }

type Mark = NonNullable<CallInput<'payOff'>['body']['mark']>

/** What a save sends besides the change: the figures that were read, and the signature where one is needed. */
export interface Confirmation {
  readonly quoteId: string
  readonly mark: Mark | undefined
}

/** Works a change out; nothing is written. */
export const previewChange = (loanNo: string, asked: AskedChange, signal?: AbortSignal) =>
  send(asked, { loanNo, mode: FormActionMode.preview }, signal)

/** Saves a change with the figures that were read. */
export const saveChange = (loanNo: string, asked: AskedChange, { quoteId, mark }: Confirmation) =>
  send(asked, { loanNo, mode: FormActionMode.save, quoteId, ...(mark === undefined ? {} : { mark }) })

/** The fields that every change request has. */
interface CommonFields {
  loanNo: string
  mode: FormActionMode
  quoteId?: string
  mark?: Mark
}

/** Quiet: an unknown outcome must keep the reader here, so the caller decides what leads elsewhere. */
function send(
  asked: AskedChange,
  fields: CommonFields,
  signal?: AbortSignal,
): Promise<CallResult<ChangeResult>> {
  const options = signal === undefined ? { quiet: true } : { quiet: true, signal }
  switch (asked.call) {
    case 'payOff':
      return call('payOff', { body: { ...fields, ...asked.body } }, options)
    case 'payOffInN':
      return call('payOffInN', { body: { ...fields, ...asked.body } }, options)
    case 'payFixedAmount':
      return call('payFixedAmount', { body: { ...fields, ...asked.body } }, options)
    case 'requestChange': {
      const { changeTypeCode, body } = asked
      return call('requestChange', { params: { changeTypeCode }, body: { ...fields, ...body } }, options)
    }
  }
}
