import { ResponseSerializationError } from 'fastify-type-provider-zod'
import type { ZodType } from 'zod'

interface ReplyRoute {
  readonly schema: ZodType
  readonly method: string
  readonly url: string
}

/**
 * Checks every reply against its schema before it leaves, so that no field goes out that the contract does not name.
 * Replies have no codecs, so they are parsed and not encoded: zod compiles only parsing, which is several times
 * cheaper for long lists.
 */
export const replySerializer =
  ({ schema, method, url }: ReplyRoute) =>
  (data: unknown): string => {
    const checked = schema.safeParse(data)
    if (!checked.success) throw new ResponseSerializationError(method, url, { cause: checked.error })
    return JSON.stringify(checked.data)
  }
