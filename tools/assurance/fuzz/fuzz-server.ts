import type { AddressInfo } from 'node:net'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODE_NAMES } from '@dolphin/api/testing/response-code-of'
import { sql } from 'drizzle-orm'
import { makeTestPlace, startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { mayAnswer } from '@dolphin/api/testing/call-coverage/call-cells'
import { recordRequests, type RequestBook } from './recorded-requests.ts'

/** What the server itself says of the request it answered last. */
export interface Inside {
  /** What was thrown, with its frames. */
  thrown: string | undefined
  /** Whether validation and access let it through. */
  reached: boolean
  /** A refusal that its call does not declare. */
  undeclared: string | undefined
}

/** The whole server on a port of this machine, with its limits lifted as far as settings go. */
export interface FuzzServer {
  readonly api: TestApi
  readonly port: number
  readonly book: RequestBook
  readonly inside: Inside
  /** Forgets whatever was asked before. */
  lookAnew(): void
  /** As if the windows of all limits were over. */
  passLimits(): Promise<void>
  close(): Promise<void>
}

const MANY = '100000000'

export async function startFuzzServer(): Promise<FuzzServer> {
  const place = await makeTestPlace()
  const env = { RATE_LIMIT_PER_MINUTE: MANY, SIGN_IN_ATTEMPTS_PER_MINUTE: MANY }
  const api = await startTestApi({ place, env })
  const book = recordRequests(api.app)
  const inside: Inside = { thrown: undefined, reached: false, undeclared: undefined }
  watch(api, inside)
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as AddressInfo
  return {
    api,
    port,
    book,
    inside,
    lookAnew: () => void Object.assign(inside, { thrown: undefined, reached: false, undeclared: undefined }),
    passLimits: async () => void (await api.database.db.execute(sql`delete from rate_limits`)),
    // Not the fixture's own end: what made-up requests are refused with is no proof that a refusal was meant.
    async close() {
      await api.app.close()
      await api.jobs.stop()
      await api.database.close()
      await place.remove()
    },
  }
}

function watch({ app }: TestApi, inside: Inside): void {
  app.addHook('onError', async (_request, _reply, error) => {
    inside.thrown = withCauses(error)
  })
  app.addHook('preHandler', async () => {
    inside.reached = true
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    const name = request.routeOptions.schema?.operationId
    if (name === undefined || !(name in CALLS) || request.admission === undefined) return
    const code = typeof payload === 'string' && payload.startsWith('{"status"') ? codeOf(payload) : undefined
    if (code === undefined || mayAnswer(CALLS[name as CallName], code)) return
    inside.undeclared = code
  })
}

const codeOf = (payload: string) => {
  const { code } = JSON.parse(payload) as { readonly code?: number }
  return code === undefined ? undefined : RESPONSE_CODE_NAMES.get(code)
}

function withCauses(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const frames = (error.stack ?? error.message).split('\n').slice(0, 14).join('\n')
  return error.cause === undefined ? frames : `${frames}\ncaused by ${withCauses(error.cause)}`
}
