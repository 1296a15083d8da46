import { validatorCompiler } from 'fastify-type-provider-zod'
import { compile, type ZodType } from 'zod'

type RequestRoute = Parameters<typeof validatorCompiler>[0] & { readonly schema: ZodType }

/**
 * Checks what is asked against its schema, as `validatorCompiler` does. zod compiles the check at a call's first
 * request (reply-serializer.ts); what it refuses, and what it cannot compile, it parses as it always did.
 */
export const requestValidator = (route: RequestRoute) => {
  let validate: ReturnType<typeof validatorCompiler> | undefined
  return (data: unknown) => {
    validate ??= validatorCompiler({ ...route, schema: compile(route.schema) })
    return validate(data)
  }
}
