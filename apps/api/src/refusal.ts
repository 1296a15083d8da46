import type { ForReaders } from './reader-words.ts'
import type { FailureDetail } from '@dolphin/contract/envelope'
import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import type { Outcome } from '@dolphin/domain/outcome'

/** What the page needs beside the code; texts may stand in every language. */
export type RefusalDetail = ForReaders<FailureDetail>

/** Why a call was refused: a name of the catalog, and what the page needs beside the message. */
export interface Refusal {
  readonly name: ResponseCodeName
  readonly detail: RefusalDetail
  /**
   * True where the refusal itself is a fact to store (a counted try, a declined application): the transaction
   * commits. Otherwise everything written so far is rolled back.
   */
  readonly commitsWrites: boolean
}

/** What a handler or service answers: the value, or a refusal of the catalog. */
export type Result<Value> = Outcome<Value, Refusal>

export function refuse(name: ResponseCodeName, detail: RefusalDetail = {}): Outcome<never, Refusal> {
  return { ok: false, error: { name, detail, commitsWrites: false } }
}

/** Refuses, yet commits what was written: counted tries and stored decisions survive the refusal. */
export function refuseAndCommit(name: ResponseCodeName, detail: RefusalDetail = {}): Outcome<never, Refusal> {
  return { ok: false, error: { name, detail, commitsWrites: true } }
}
