import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODE_NAMES } from '../response-code-of.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { actorCell, type ActorCell, CHANGED_CELL, refusalCell } from './call-cells.ts'

/** Notes what the tests of one file showed of the calls; `scripts/call-coverage.mjs` reads all the notes. */
export interface CallRecorder {
  changed(call: CallName): void
  actor(call: CallName, actor: ActorCell): void
  /** Drops the notes of a test that makes the server fail on purpose: its failures belong to no call. */
  discard(): void
  /** Writes the notes where the test run collects them (`CALL_COVERAGE_DIR`); without it there is no run. */
  write(): void
}

const NAMES: ReadonlySet<string> = new Set(Object.keys(CALLS))

/** Listens to every answer of a server: which call refused with what, before or after it admitted the request. */
export function recordCalls(app: FastifyInstance): CallRecorder {
  const notes = new Set<string>()
  const note = (call: string, cell: string) => notes.add(JSON.stringify([call, cell]))
  app.addHook('onSend', async (request, reply, payload) => {
    const name = request.routeOptions.schema?.operationId
    if (name === undefined || !NAMES.has(name)) return
    const code = refusalOf(reply, payload)
    if (code !== undefined) note(name, refusalCell(stageOf(request), code))
  })
  return {
    changed: (call) => note(call, CHANGED_CELL),
    actor: (call, actor) => note(call, actorCell(actor)),
    discard: () => notes.clear(),
    write() {
      const folder = process.env.CALL_COVERAGE_DIR
      if (folder === undefined || notes.size === 0) return
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${randomUUID()}.jsonl`), `${[...notes].join('\n')}\n`)
    },
  }
}

const stageOf = ({ admission }: FastifyRequest) => (admission === undefined ? 'before' : 'after')

function refusalOf(reply: FastifyReply, payload: unknown) {
  const type = String(reply.getHeader('content-type') ?? '')
  if (typeof payload !== 'string' || !type.startsWith('application/json')) return undefined
  const { code } = JSON.parse(payload) as { readonly code?: unknown }
  return typeof code === 'number' ? RESPONSE_CODE_NAMES.get(code) : undefined
}
