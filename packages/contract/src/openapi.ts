import { z } from 'zod'
import type { Call } from './call.ts'
import { FailureEnvelopeSchema, successEnvelopeSchema } from './envelope.ts'
import { RESPONSE_CODES } from './response-codes.ts'

type Json = Readonly<Record<string, unknown>>

/** The part of OpenAPI 3.1 that we write. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: { readonly schemas: Json; readonly securitySchemes: Json }
}

export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: readonly Json[]
  readonly parameters: readonly Json[]
  readonly requestBody?: Json
  readonly responses: Json
}

const FAILURE = { $ref: '#/components/schemas/Failure' }

/** Headers of every request of somebody known. Source: product.md §6. */
const SECURITY_SCHEMES = {
  accessToken: { type: 'apiKey', in: 'header', name: 'Access-Token' },
  userCredential: { type: 'apiKey', in: 'header', name: 'User-Credential' },
}

/**
 * The OpenAPI 3.1 document of these calls, from the very schemas that the server checks with.
 * `gatewayPrefix` stands before every path, once.
 */
export function openApiDocument(calls: readonly Call[], gatewayPrefix: string): OpenApiDocument {
  const schemas = new Map<string, unknown>()
  schemas.set('Failure', jsonSchema(FailureEnvelopeSchema, 'output', schemas))
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const call of calls) {
    const path = (paths[call.path] ??= {})
    path[call.method.toLowerCase()] = operation(call, schemas)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dolphin',
      version: '0.1.0',
      description: 'Every answer is an envelope {status, code, data}; code 1 is success.',
    },
    servers: [{ url: gatewayPrefix }],
    tags: [...new Set(calls.flatMap(tagsOf))].toSorted().map((name) => ({ name })),
    paths,
    components: { schemas: Object.fromEntries(schemas), securitySchemes: SECURITY_SCHEMES },
  }
}

function tagsOf(call: Call): readonly string[] {
  return call.source === 'ours' ? [call.feature, 'ours'] : [call.feature]
}

function operation(call: Call, schemas: Map<string, unknown>): OpenApiOperation {
  const body = call.request.body
  return {
    operationId: call.name,
    summary: call.summary,
    tags: tagsOf(call),
    security: securityOf(call),
    parameters: [
      ...parameters('path', call.request.params, schemas),
      ...parameters('query', call.request.query, schemas),
      ...(call.idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body === undefined ? {} : { requestBody: requestBody(call, body, schemas) }),
    responses: {
      200: { description: call.summary, content: replyContent(call, schemas) },
      default: { description: refusalText(call), content: { 'application/json': { schema: FAILURE } } },
    },
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', format: 'uuid' },
}

function securityOf(call: Call): readonly Json[] {
  const signedIn = { accessToken: [], userCredential: [] }
  return call.access === 'public' || call.access === 'resource' ? [] : [signedIn]
}

function parameters(
  place: 'path' | 'query',
  schema: z.ZodObject | undefined,
  schemas: Map<string, unknown>,
): readonly Json[] {
  if (schema === undefined) return []
  const { properties, required } = jsonSchema(schema, 'input', schemas) as {
    properties: Record<string, unknown>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (required ?? []).includes(name),
    schema: property,
  }))
}

function requestBody(call: Call, body: z.ZodType, schemas: Map<string, unknown>): Json {
  const schema = jsonSchema(body, 'input', schemas)
  if (call.requestType !== 'multipart') {
    return { required: true, content: { 'application/json': { schema } } }
  }
  const file = { type: 'string', format: 'binary' }
  const properties = { ...(schema['properties'] as Json), file }
  return { required: true, content: { 'multipart/form-data': { schema: { ...schema, properties } } } }
}

function replyContent(call: Call, schemas: Map<string, unknown>): Json {
  if (call.replyType === 'file') {
    return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  }
  return {
    'application/json': { schema: jsonSchema(successEnvelopeSchema(call.reply), 'output', schemas) },
  }
}

function refusalText(call: Call): string {
  const lines = call.refusals.map((name) => `${RESPONSE_CODES[name].code} ${name}`)
  return ['Refused, or failed', ...lines].join('\n- ')
}

/** A schema as JSON Schema; named parts move to the document's components. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Map<string, unknown>): Json {
  const { $schema: _, $defs, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  for (const [name, part] of Object.entries($defs ?? {})) schemas.set(name, toComponents(part))
  return toComponents(own) as Json
}

function toComponents(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(toComponents)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string'
        ? value.replace('#/$defs/', '#/components/schemas/')
        : toComponents(value),
    ]),
  )
}
