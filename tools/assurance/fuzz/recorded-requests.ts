import type { Call } from '@dolphin/contract/call'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  isObject,
  type Json,
  type JsonObject,
  keyOf,
  placesIn,
  valueAt,
} from '@dolphin/api/testing/odd-input/json'

/** The fields of a request as they stand on the wire: of an address only texts, of a body what JSON says. */
export type RequestFields = JsonObject

/** A request that somebody made and that was granted. */
export interface RecordedRequest {
  readonly fields: RequestFields
  /** The customer who made it; undefined for everybody else. */
  readonly openId: string | undefined
}

/** What has been seen of the calls so far, in memory alone. */
export interface RequestBook {
  of(call: CallName): readonly RecordedRequest[]
  add(call: CallName, request: RecordedRequest): void
  /** Values that were seen under a key, in requests and in answers. */
  seen(key: string): readonly Json[]
}

const MOST_OF_A_CALL = 60
const MOST_OF_A_KEY = 60
const LONGEST_KEPT = 2_000

const isCallName = (name: string | undefined): name is CallName => name !== undefined && name in CALLS

/** Listens to a server and keeps what was granted. To be asked before the server is ready. */
export function recordRequests(app: FastifyInstance): RequestBook {
  const requests = new Map<CallName, RecordedRequest[]>()
  const seen = new Map<string, Set<Json>>()
  const raw = new WeakMap<FastifyRequest, Readonly<Record<string, unknown>>>()
  const add = (name: CallName, request: RecordedRequest) => {
    const known = requests.get(name) ?? []
    if (known.length < MOST_OF_A_CALL) requests.set(name, [...known, request])
    noteValues(seen, request.fields)
  }
  app.addHook('preValidation', async (request) => {
    const name = request.routeOptions.schema?.operationId
    if (isCallName(name)) raw.set(request, partsOf(CALLS[name], request))
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const name = request.routeOptions.schema?.operationId
    const fields = raw.get(request)
    if (fields === undefined || !isCallName(name) || reply.statusCode !== 200) return
    const actor = request.admission?.actor
    // Only what was granted is copied: the rest may nest deeper than a copy can be made.
    add(name, {
      fields: JSON.parse(JSON.stringify(fields)) as RequestFields,
      openId: actor?.kind === 'customer' ? actor.openId : undefined,
    })
    if (typeof payload === 'string' && payload.startsWith('{')) noteValues(seen, JSON.parse(payload) as Json)
  })
  return {
    add,
    of: (name) => requests.get(name) ?? [],
    seen: (key) => [...(seen.get(key) ?? [])],
  }
}

/** As the server was given them, before it made anything of them. Fields beside a file are read later: none here. */
function partsOf({ request: wanted, requestType }: Call, request: FastifyRequest) {
  const body = requestType === 'multipart' ? {} : request.body
  const all = { params: request.params, query: request.query, body }
  const given = Object.entries(all).filter(([part]) => wanted[part as keyof typeof wanted] !== undefined)
  return Object.fromEntries(given)
}

function noteValues(seen: Map<string, Set<Json>>, value: Json): void {
  for (const path of placesIn(value)) {
    const one = valueAt(value, path)
    if (one === undefined || isObject(one) || Array.isArray(one)) continue
    if (typeof one === 'string' && one.length > LONGEST_KEPT) continue
    const key = keyOf(path)
    const values = seen.get(key) ?? new Set()
    if (values.size < MOST_OF_A_KEY) seen.set(key, values.add(one))
  }
}
