import websocket from '@fastify/websocket'
import { ChannelClose, deadAfterMs, maxFrameBytes, systemCode } from '@dolphin/contract/channel'
import { SESSION_END_CHANNEL } from '@dolphin/database/identity/session-repository'
import { parseTicketPayload, TICKET_CHANNEL } from '@dolphin/database/channel/ticket-repository'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ChannelSessions } from './channel-sessions.ts'
import type { Deps } from '../deps.ts'
import { describe } from '../http/describe-error.ts'
import { sendFailure } from '../http/error-handler.ts'
import { hostName } from '../config/loopback.ts'
import { deskAt } from '../http/desk.ts'
import { bindingCookie, isForeignOrigin } from '../http/origin.ts'
import { QUEUE_LIMITS } from '../security/limits.ts'
import { Connection, type ConnectionDeps } from './connection.ts'
import { hostOf } from '../http/request-host.ts'

/** "Come back": pages open another channel, which a balancer leads elsewhere. Source: IANA, close code 1012. */
const SERVICE_RESTART = 1012

export interface ChannelDeps {
  readonly deps: Pick<Deps, 'database' | 'clock' | 'portfolios' | 'config' | 'log' | 'observability'>
  readonly sessions: ChannelSessions
}

/**
 * The realtime channel: `/channel/online/{id}`. The address only locates; the session is proved in the first
 * frame, with the browser's cookie beside it. Source: contract.md, design/security.md T11.
 */
export async function registerChannel(app: FastifyInstance, { deps, sessions }: ChannelDeps): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: maxFrameBytes, perMessageDeflate: false },
    errorHandler(error, socket) {
      if (!isOfCaller(error)) deps.log.error({ failure: describe(error) }, 'a channel failed')
      socket.terminate()
    },
  })
  const open = new Set<Connection>()
  const stopTickets = await deps.database.listen(TICKET_CHANNEL, (payload) => {
    const news = parseTicketPayload(payload)
    if (news === undefined) return
    for (const connection of open) if (connection.belongsTo(news)) connection.flush()
  })
  // A session that ends takes its channel along at once, on whichever node it is open; the heartbeat would be late.
  const stopEnds = await deps.database.listen(SESSION_END_CHANNEL, (channelId) => {
    for (const connection of open)
      if (connection.channelId === channelId) connection.close(ChannelClose.sessionEnded)
  })
  app.addHook('preClose', async () => {
    stopTickets()
    stopEnds()
    for (const connection of open) connection.close(SERVICE_RESTART)
  })
  app.get<{ Params: { systemCode: string; id: string } }>(
    '/channel/:systemCode/:id',
    {
      websocket: true,
      schema: { hide: true },
      preValidation: [refuseOtherOrigins(deps), refuseTooMany(open)],
    },
    (socket, request) => {
      const connectionContext: ConnectionDeps = {
        deps,
        sessions,
        channelId: request.params.id,
        portfolioId: deps.portfolios.byHost(hostName(hostOf(request)))?.portfolio.portfolioId ?? 0,
        bindingCookie: request.cookies[bindingCookie(request, deps.config.mode).name],
      }
      const connection = new Connection(socket, connectionContext)
      open.add(connection)
      deps.observability.metrics.socketOpened()
      socket.on('close', () => {
        open.delete(connection)
        deps.observability.metrics.socketClosed()
        connection.stop()
      })
      if (request.params.systemCode !== systemCode) connection.close(ChannelClose.notAuthenticated)
    },
  )
}

/** A session has as many channels as its pages; the id of another's is not known, so only its own are counted. */
function refuseTooMany(open: ReadonlySet<Connection>) {
  return async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    const ofSession = [...open].filter(({ channelId }) => channelId === request.params.id)
    if (ofSession.length < QUEUE_LIMITS.socketsOfSession.allowance) return
    await sendFailure(request, reply, 'tooManyRequests', { retryAfterSeconds: deadAfterMs / 1_000 })
  }
}
/** A frame that is too large or no frame at all: the caller's doing, and as often as they like. */
const isOfCaller = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && error.code.startsWith('WS_ERR_')

/**
 * Only a page of ours may open a channel: browsers always name their origin. The desk has none: its pages ask for news, and
 * a suspension has no socket to end. Source: ASVS 4.4.2, docs/decisions/staff.md.
 */
function refuseOtherOrigins({ portfolios, config }: ChannelDeps['deps']) {
  const isNoPortfolio = (request: FastifyRequest) =>
    deskAt(request, config) !== undefined || portfolios.byHost(hostName(hostOf(request))) === undefined
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.headers.origin === undefined || isForeignOrigin(request)) {
      await sendFailure(request, reply, 'originNotAllowed')
    } else if (isNoPortfolio(request)) {
      await sendFailure(request, reply, 'notFound')
    }
  }
}
