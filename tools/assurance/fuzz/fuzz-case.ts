import type { Call } from '@dolphin/contract/call'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import * as fc from 'fast-check'
import { anySender, type Cast } from './fuzz-cast.ts'
import { anyFile } from './fuzz-files.ts'
import { anyOf, type Draw, inPercent, oneOf } from '@dolphin/api/testing/odd-input/draw'
import type { RecordedRequest, RequestBook } from './recorded-requests.ts'
import { passesValidation, validMutant } from './valid-mutants.ts'
import { twistedRequest, wildRequest } from './wild-mutants.ts'
import { type FuzzFile, type WireRequest, writeRequest } from './wire-request.ts'

/** `valid`: passes the call's schemas · `input`: says what it should not · `wire`: is sent as it should not be. */
export type CaseKind = 'valid' | 'input' | 'wire'

export interface FuzzCase {
  readonly kind: CaseKind
  readonly request: WireRequest
}

/** Of the other half: every other request is one that passes. */
const INPUT_PERCENT = 55
const OTHERS_PERCENT = 8
const SAME_KEY_PERCENT = 8

export interface CaseMaker {
  readonly book: RequestBook
  readonly cast: Cast
  readonly files: readonly FuzzFile[]
  /** The key of the request before. */
  lastKey: string
}

/** Makes one request of a call up from one that was recorded. */
export async function makeCase(
  draw: Draw,
  { name, index }: { readonly name: CallName; readonly index: number },
  maker: CaseMaker,
): Promise<FuzzCase> {
  const call: Call = CALLS[name]
  const recorded = anyOf(draw, maker.book.of(name))
  if (recorded === undefined) throw new Error(`nothing was recorded of ${name}`)
  const kind = index % 2 === 0 ? 'valid' : inPercent(draw, INPUT_PERCENT) ? 'input' : 'wire'
  const base = validMutant(draw, call, recorded.fields, maker.book)
  const fields = kind === 'input' ? wildRequest(draw, base) : base
  const headers = await headersFor(draw, call, recorded, maker)
  const written = writeRequest(call, fields, headers, anyFile(draw, maker.files))
  if (kind === 'wire') return { kind, request: twistedRequest(draw, written) }
  return { kind: passesValidation(call, fields) ? 'valid' : 'input', request: written }
}

async function headersFor(draw: Draw, call: Call, recorded: RecordedRequest, maker: CaseMaker) {
  const sender = anySender(draw, maker.cast.senderOf(call, recorded), OTHERS_PERCENT)
  const headers = await maker.cast.headersOf(sender)
  const key = inPercent(draw, SAME_KEY_PERCENT) ? maker.lastKey : draw(fc.uuid)
  maker.lastKey = key
  return [
    ...headers,
    ['accept-language', oneOf(draw, ['en', 'es', 'es-MX,en;q=0.5', 'de', '*'])],
    ...(call.idempotent ? ([['idempotency-key', key]] as const) : []),
  ] as const
}
