import { SignStatus } from '@dolphin/domain/loans/codes'
import { useSyncExternalStore } from 'react'
import type { CallName } from '../../api-client/call.ts'
import { queryClient } from '../../api-client/with-queries.tsx'
import { persistState } from '../../app/persisted-state.ts'

/** Signings of which this window has already told, so that a repeated ticket tells nothing new. */
const told = new Set<string>()
/**
 * What a signature changes. The link itself is not read again: it no longer fits, and its refusal would lead
 * away from the page that says so (product.md §8, -92020043).
 */
const CHANGED: readonly string[] = [
  'listDisbursementLoan',
  'listRepaymentLoan',
  'paymentDetail',
  'listChange',
  'documentList',
  'noticeList',
] satisfies CallName[]
const listeners = new Set<() => void>()
let notice: string | undefined

/**
 * Begins the success flow of product.md §2 in this window, once for each signing. Call it only after the
 * server itself said that it is signed. What was read before (the loan's flags among it) is read anew.
 */
export function announceSigned(requestCode: string): void {
  if (told.has(requestCode)) return
  told.add(requestCode)
  change(requestCode)
  void persistState('onlineSignature', { requestCode, signStatus: SignStatus.signed })
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => CHANGED.includes(String(queryKey[0])) })
}

/** Takes the notice away. */
export const closeSignedNotice = (): void => change(undefined)

/** The request code of the signing that is being announced. */
export function useSignedNotice(): string | undefined {
  return useSyncExternalStore(subscribe, () => notice)
}

function change(next: string | undefined): void {
  notice = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
