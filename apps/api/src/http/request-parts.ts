import type { Call } from '@dolphin/contract/call'
import { namesIn, REQUEST_PARTS, type RequestPart } from '@dolphin/contract/call-names'
import { assert } from '@dolphin/domain/assert'
import { z } from 'zod'

/** The parsed parts of a request: what guard, audit and handler are given alike. */
export type RequestParts = Readonly<Record<RequestPart, unknown>>

/** The parsed fields of a request, each from the one part that the call takes it in. */
export type NamedFields = Readonly<Record<string, unknown>>

/** A part that a call does not name takes nothing. */
const NOTHING = z.strictObject({})

/** What the server checks each part with before anything reads it; a form with a file is checked as it is read. */
export const partSchemas = ({ request: { params, query, body }, requestType }: Call) => ({
  params: params ?? NOTHING,
  querystring: query ?? NOTHING,
  ...(body === undefined || requestType === 'multipart' ? {} : { body }),
})

/** The fields of all parts by name. A name that stands in two is a bug of the contract, and no one is let in by it. */
export function namedFields(parts: RequestParts): NamedFields {
  const named: Record<string, unknown> = {}
  for (const part of REQUEST_PARTS)
    for (const [name, value] of Object.entries(parts[part] ?? {})) {
      assert(!Object.hasOwn(named, name), `${name} stands in one part of a request`)
      named[name] = value
    }
  return named
}

/**
 * The parts with a portfolio that the request does not name, in the part that its handler reads it from. A call that takes
 * none is about one thing, and of a thing that does not exist its handler says so.
 */
export function keptToPortfolio(call: Call, parts: RequestParts, portfolioId: number): RequestParts {
  const part = REQUEST_PARTS.find((one) => namesIn(call, one).includes('portfolioId'))
  if (part === undefined) return parts
  return { ...parts, [part]: { ...(parts[part] as object | undefined), portfolioId } }
}
