import { ok } from '@dolphin/domain/outcome'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { readConfig } from '../config/config.ts'
import { ANONYMOUS } from '../http/actor.ts'
import { createBrowserBinding } from '../http/browser-binding.ts'
import { buildServer, type ServerDeps } from '../http/server.ts'
import { createUploadPlaces } from '../http/upload-places.ts'
import { quietObservability } from '../observability/observability.ts'
import { createReadiness } from '../readiness.ts'
import { refuse } from '../refusal.ts'
import { aPortfolio } from './a-portfolio.ts'

type Chosen = Pick<ServerDeps, 'routes'> &
  Partial<
    Pick<
      ServerDeps,
      'connectionLimits' | 'extensions' | 'log' | 'resolveActor' | 'resolveStaff' | 'uploads' | 'writes'
    >
  >

/** The server around a test's own calls, with everything that stands before and after them and nothing behind. */
export function bareServer(
  { extensions = [], ...chosen }: Chosen,
  env: Readonly<Record<string, string>> = {},
): Promise<FastifyInstance> {
  const config = readConfig({ DOLPHIN_MODE: 'test', WEB_DIR: '/nowhere', ...env }, '/nowhere')
  return buildServer({
    config,
    log: pino({ level: 'silent' }),
    clock: { now: () => new Date('2026-03-02T15:00:00Z') },
    pictureOf: () => undefined,
    portfolioByHost: (host) => (host === 'localhost' ? aPortfolio() : undefined),
    portfolioById: () => undefined,
    pinPortfolios: () => (work) => work(),
    resolveActor: () => Promise.resolve(ok(ANONYMOUS)),
    resolveStaff: () => Promise.resolve(refuse('tokenOutdated')),
    findMirrored: () => Promise.resolve(refuse('mirrorOver')),
    findMatter: () => Promise.resolve(undefined),
    touchFor: () => Promise.resolve(() => Promise.resolve(ok(undefined))),
    noteRead: () => Promise.resolve(),
    isRowSecurityOn: false,
    binding: createBrowserBinding(new Uint8Array(32), 'test'),
    writes: { readKey: () => ok(undefined), write: () => Promise.reject(new Error('no writes here')) },
    readiness: createReadiness({
      askDatabase: () => Promise.resolve({ rows: [] }),
      readMigrations: () => Promise.resolve({ shipped: 1, missing: 0, isTooOld: false }),
      readQueues: () => Promise.resolve([]),
    }),
    uploads: createUploadPlaces(),
    observability: quietObservability(),
    disk: { isFull: () => Promise.resolve(false) },
    extensions,
    ...chosen,
  })
}
