import type { CallInputOf, CallReply, CallRequest } from './call.ts'
import type { CallName, CALLS } from './registry.ts'

/** Calls whose body is a form with a file. A test holds this list against the registry. */
export type MultipartCallName =
  | 'uploadBankStatement'
  | 'uploadRequestedDocument'
  | 'verifyDocument'
  | 'importReturn'
  | 'importBankDirectory'

type MultipartInput<Input> = Omit<Input, 'body'> & { readonly body: FormData }

/**
 * Every call by name: what a client passes (`input`), what a handler is given (`request`), what success
 * carries (`reply`). Types alone: a browser that imports them loads no schema.
 */
export type CallMap = {
  readonly [Name in CallName]: {
    readonly input: Name extends MultipartCallName
      ? MultipartInput<CallInputOf<(typeof CALLS)[Name]>>
      : CallInputOf<(typeof CALLS)[Name]>
    readonly request: CallRequest<(typeof CALLS)[Name]>
    readonly reply: CallReply<(typeof CALLS)[Name]>
  }
}
