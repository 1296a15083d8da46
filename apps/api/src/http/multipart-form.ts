import type { Call } from '@dolphin/contract/call'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Upload } from './route.ts'

export interface MultipartForm {
  readonly fields: unknown
  readonly upload: Upload | undefined
}

/** Fields were refused; shaped like a schema failure so that the one error handler answers it. */
class FieldsRefused extends Error {
  readonly statusCode = 422
  readonly code = 'FST_ERR_VALIDATION'
  constructor(readonly validation: readonly unknown[]) {
    super('form fields refused')
  }
}

/** A body that is no form, or ends before its end. */
class MalformedForm extends Error {
  readonly statusCode = 400
}

/**
 * Reads a multipart body: text fields checked by the call's schema, and at most one file held in memory (the
 * size cap is the server's). The file's own name is kept for display only and never becomes a path.
 */
export async function readMultipart(
  request: FastifyRequest,
  call: Call,
  gone: AbortSignal,
): Promise<MultipartForm> {
  const { fields, upload } = await readParts(request, gone).catch((error: unknown) => {
    // The reader's own limits carry codes; what its parser throws at a body that it cannot read has none.
    throw error instanceof Error && 'code' in error ? error : new MalformedForm('no form', { cause: error })
  })
  const parsed = call.request.body?.safeParse({ ...fields })
  if (parsed !== undefined && !parsed.success) throw new FieldsRefused(parsed.error.issues.map(asIssue))
  return { fields: parsed?.data, upload }
}

async function readParts(request: FastifyRequest, gone: AbortSignal) {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  let upload: Upload | undefined
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const bytes = ownBytes(await part.toBuffer())
      upload = { fileName: part.filename.slice(0, 200), contentType: part.mimetype, bytes, gone }
    } else if (typeof part.value === 'string') {
      fields[part.fieldname] = part.value
    }
  }
  return { fields, upload }
}

/** Bytes whose memory nothing else shares. A file of some size has memory of its own already, and is not copied. */
const ownBytes = (buffer: Buffer): Uint8Array =>
  buffer.byteLength === buffer.buffer.byteLength ? new Uint8Array(buffer.buffer) : new Uint8Array(buffer)

/** The symbol by which the type provider knows its own validation failures. */
const ZOD_FAILURE = Symbol.for('ZodFastifySchemaValidationError')

function asIssue({ code, path, message, ...params }: z.core.$ZodIssue) {
  const instancePath = `/${path.map(String).join('/')}`
  return { [ZOD_FAILURE]: true, keyword: code, instancePath, message, params }
}
