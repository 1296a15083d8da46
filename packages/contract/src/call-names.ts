import { z } from 'zod'
import type { Call } from './call.ts'

/** The parts of a request, in each of which a call names its own values. */
export const REQUEST_PARTS = ['params', 'query', 'body'] as const
export type RequestPart = (typeof REQUEST_PARTS)[number]

/** The names that a call takes in one part of its request; none where it takes no such part. */
export function namesIn({ request }: Pick<Call, 'request'>, part: RequestPart): readonly string[] {
  return [...new Set(namesOfSchema(request[part]))]
}

function namesOfSchema(schema: unknown): readonly string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  return schema instanceof z.ZodUnion ? schema.options.flatMap(namesOfSchema) : []
}
