import { ResponseSerializationError } from 'fastify-type-provider-zod'
import { compile, type ZodType } from 'zod'

interface ReplyRoute {
  readonly schema: ZodType
  readonly method: string
  readonly url: string
}

/**
 * Checks every reply against its schema before it leaves, so that no field goes out that the contract does not name.
 * Replies have no codecs, so they are parsed and not encoded. zod compiles the check at a call's first reply, for at
 * the start most calls are not needed yet; what it cannot compile it parses as it always did.
 */
export const replySerializer = ({ schema, method, url }: ReplyRoute) => {
  let compiled: ZodType | undefined
  return (data: unknown): string => {
    compiled ??= compile(schema)
    const checked = compiled.safeParse(data)
    if (!checked.success) throw new ResponseSerializationError(method, url, { cause: checked.error })
    return JSON.stringify(checked.data)
  }
}
