import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** The OpenAPI page at /docs, made from the same schemas that judge every request; not in production. */
export async function registerDocumentation(app: FastifyInstance): Promise<void> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  await app.register(swagger, {
    openapi: {
      info: { title: 'Dolphin', version: '1', description: 'Every answer is {status, code, data}.' },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
}
