import type { CallReply } from '@dolphin/contract/call'
import {
  listPaperNoticeCall,
  listUndeliveredNoticeCall,
  markPaperNoticeCall,
  printPaperNoticeCall,
  retryNoticeCall,
} from '@dolphin/contract/notices'
import {
  listUndelivered,
  listUnknown,
  type UndeliveredNotice,
} from '@dolphin/database/notices/delivery-repository'
import { retryNotices } from '@dolphin/database/notices/outbox-repository'
import { listPaperNotices, listPaperNoticesOfLoan } from '@dolphin/database/notices/paper-notice-repository'
import { UNDELIVERED_STATES, unknownBefore } from '@dolphin/domain/notices/delivery-state'
import { LEGAL_KINDS, ruleOfNotice } from '@dolphin/domain/notices/legal-notice'
import { NOTICE_KINDS, type NoticeKind } from '@dolphin/domain/notices/notice-kind'
import { isWorthRepeating } from '@dolphin/domain/notices/sent-again'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { actorName } from '../../http/actor.ts'
import { operationsFileRoute, operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { OpenCause } from '../work-items/staff-routes.ts'
import { closeWorkItems } from '../work-items/work-item-service.ts'
import { SEND_NOTICES_JOB } from './notice-outbox.ts'
import { subjectOfNotice } from './other-way.ts'
import { markPaperNotices, printPaperNotices, type RestateLetter } from './paper-queue.ts'

type StaffDeps = Pick<
  Deps,
  'database' | 'cipher' | 'portfolios' | 'units' | 'documents' | 'objects' | 'seals' | 'jobs'
> & { readonly restate: RestateLetter }

const PAGE = 100
const RETRIED_KINDS = NOTICE_KINDS.filter(isWorthRepeating)

/** What did not arrive, for staff: list, send again, and the paper queue. */
export function noticeStaffRoutes(deps: StaffDeps): RouteDefinition[] {
  return [
    operationsRoute(listUndeliveredNoticeCall, async ({ query, now }) =>
      ok(await undelivered(deps, query, now)),
    ),
    operationsRoute(retryNoticeCall, ({ body, actor, write }) =>
      write((unit) => retry(deps, unit, body, actorName(actor))),
    ),
    operationsRoute(listPaperNoticeCall, async ({ query }) => ok(await paperQueue(deps, query.portfolioId))),
    operationsFileRoute(printPaperNoticeCall, ({ body, actor }) =>
      printPaperNotices(deps, body, actorName(actor)),
    ),
    operationsRoute(markPaperNoticeCall, ({ body, actor, write }) =>
      write((unit) => markPaperNotices(deps, unit, body, actorName(actor))),
    ),
  ]
}

/** A notice in the paper queue is not given yet. */
export const openNoticeCauses = ({
  cipher,
}: Pick<Deps, 'cipher'>): Record<'undeliveredNotice', OpenCause> => ({
  undeliveredNotice: async (executor, { portfolioId, loanNo, subject }) => {
    if (loanNo === null) return false
    const queued = await listPaperNoticesOfLoan(executor, cipher, { portfolioId, loanNo })
    return queued.some((one) => one.mailedAt === null && subjectOfNotice(one) === subject)
  },
})

const zoneOf = ({ portfolios }: StaffDeps, portfolioId: number): string =>
  portfolios.byId(portfolioId)?.portfolio.timeZone ?? NEW_YORK

const ruleOf = (kind: string): string | null => ruleOfNotice(kind as NoticeKind) ?? null

interface UndeliveredQuery {
  readonly portfolioId: number
  readonly before?: string | undefined
  readonly which?: 'failed' | 'unknown' | undefined
}

async function undelivered(
  deps: StaffDeps,
  { portfolioId, before, which = 'failed' }: UndeliveredQuery,
  now: Date,
): Promise<CallReply<typeof listUndeliveredNoticeCall>> {
  const zone = zoneOf(deps, portfolioId)
  const end = before === undefined ? undefined : new Date(before)
  const found = await (which === 'failed'
    ? failedNotices(deps, portfolioId, end)
    : unknownNotices(deps, portfolioId, end, now))
  const notices = found.flatMap(({ noticeId, kind, channel, loanNo, delivery, since, failedAt }) =>
    since === null
      ? []
      : [
          {
            noticeNo: noticeId,
            kind,
            channel,
            loanNo,
            delivery,
            since: isoInZone(since, zone),
            mayRetry: failedAt !== null,
            rule: ruleOf(kind),
          },
        ],
  )
  return { notices, before: notices.length === PAGE ? (notices.at(-1)?.since ?? null) : null }
}

type ListedNotice = UndeliveredNotice & { readonly since: Date | null }

async function failedNotices(
  { database }: StaffDeps,
  portfolioId: number,
  before: Date | undefined,
): Promise<ListedNotice[]> {
  const found = await listUndelivered(database.db, portfolioId, { before, limit: PAGE })
  return found.map((notice) => ({ ...notice, since: notice.deliveryAt }))
}

async function unknownNotices(
  { database }: StaffDeps,
  portfolioId: number,
  before: Date | undefined,
  now: Date,
): Promise<ListedNotice[]> {
  const latest = unknownBefore(now)
  const sentBefore = before !== undefined && before < latest ? before : latest
  const found = await listUnknown(database.db, portfolioId, { kinds: LEGAL_KINDS, sentBefore, limit: PAGE })
  return found.map((notice) => ({ ...notice, since: notice.sentAt }))
}

async function retry(
  { jobs }: StaffDeps,
  unit: UnitOfWork,
  { portfolioId, noticeNo }: { readonly portfolioId: number; readonly noticeNo?: string | undefined },
  by: string,
): Promise<Result<CallReply<typeof retryNoticeCall>>> {
  const states =
    noticeNo === undefined ? (['queued', 'rejected'] as const) : (['queued', ...UNDELIVERED_STATES] as const)
  const which = { portfolioId, noticeId: noticeNo, kinds: RETRIED_KINDS, states }
  const queued = await retryNotices(unit.tx, which, unit.now)
  if (noticeNo !== undefined && queued.length === 0) return refuse('notFound')
  for (const { kind, loanNo } of queued) {
    if (loanNo === null) continue
    const item = {
      portfolioId,
      kind: 'undeliveredNotice',
      subject: subjectOfNotice({ loanNo, kind }),
    } as const
    await closeWorkItems(unit, item, { by, reason: 'the notice is sent again' })
  }
  jobs.nudge(unit, SEND_NOTICES_JOB)
  return ok({ queued: queued.length })
}

async function paperQueue(
  deps: StaffDeps,
  portfolioId: number,
): Promise<CallReply<typeof listPaperNoticeCall>> {
  const zone = zoneOf(deps, portfolioId)
  const notices = await listPaperNotices(deps.database.db, deps.cipher, portfolioId, PAGE)
  return {
    notices: notices.map(({ noticeId, kind, loanNo, queuedAt, printedAt, printedBy }) => ({
      noticeNo: noticeId,
      kind,
      loanNo,
      rule: ruleOf(kind),
      queuedAt: isoInZone(queuedAt, zone),
      printedAt: printedAt === null ? null : isoInZone(printedAt, zone),
      printedBy,
    })),
  }
}
