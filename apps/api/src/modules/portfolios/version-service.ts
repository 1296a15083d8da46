import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { listVersionCall, publishVersionCall } from '@dolphin/contract/portfolios-staff'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  findVersion,
  insertVersion,
  listPublishedFrom,
  listVersions,
  lockVersions,
  type PortfolioVersion,
  type VersionHead,
} from '@dolphin/database/portfolios/portfolio-version-repository'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { contentChanges } from './content-changes.ts'
import { layEpochs, newestOf } from './epochs.ts'
import { fileOfItem, type VersionedKind } from '@dolphin/contract/shapes/versioned-item'
import { digestOf, isWithdrawn, sameButVersion, withVersion } from './versioned-content.ts'
import type { Deps } from '../../deps.ts'

export type PublishRequest = CallRequest<typeof publishVersionCall>['body']
/** A version as it would stand, or stands. */
export type JudgedVersion = Omit<CallReply<typeof publishVersionCall>, 'approval'>
type Listed = CallReply<typeof listVersionCall>
type Content = NonNullable<Listed['detail']>['content']

const MOST_LISTED = 1_000

const wrong = (elementKey: string, message: string) =>
  refuse('invalidInput', { errors: [{ elementKey, message }] })

/**
 * Publishes a content as the next version, or only judges it. It is judged as at a start: by its schema, against
 * the rest of its portfolio and the other portfolios, now and at the instant of every version that is scheduled.
 *
 * Errors: `notFound` for a portfolio that is none; `conflict` where another version was published since the one
 * that was edited; `invalidInput` naming file, element and path of everything that is wrong. Nothing is written
 * then.
 */
export async function publishVersion(
  { portfolios }: Pick<Deps, 'portfolios'>,
  unit: UnitOfWork,
  request: PublishRequest,
  author: string,
): Promise<Result<JudgedVersion>> {
  const { portfolioId, kind, key, baseVersion, note } = request
  const zone = portfolios.byId(portfolioId)?.portfolio.timeZone
  if (zone === undefined) return refuse('notFound')
  if (fileOfItem(request) === undefined) return wrong('key', `There is no ${kind} called "${key}".`)
  if (isWithdrawn(request.content)) return wrong('content', 'Only rolling a portfolio back takes data away.')
  const effectiveFrom = request.activeFrom === undefined ? unit.now : new Date(request.activeFrom)
  if (effectiveFrom < unit.now) return wrong('activeFrom', 'This instant has passed.')
  await lockVersions(unit.tx)
  const layers = await listPublishedFrom(unit.tx, unit.now)
  const newest = newestOf(portfolios.files, layers, { portfolioId, kind, key })
  if ((newest?.version ?? 0) !== baseVersion) {
    return refuse('conflict', {
      message: `The newest version is ${newest?.version ?? 0}, not ${baseVersion}. Look at what it changed first.`,
    })
  }
  if (newest !== undefined && sameButVersion(newest.content, request.content)) {
    return wrong('content', `This is what version ${newest.version} says already.`)
  }
  const [last] = await listVersions(unit.tx, { portfolioId, kind, key }, 1)
  const version = Math.max(last?.version ?? 0, baseVersion) + 1
  const content = withVersion(request.content, version, newest?.content)
  const row: PortfolioVersion = {
    portfolioId,
    kind,
    key,
    version,
    origin: 'published',
    content,
    digest: digestOf(content),
    author,
    note,
    publishedAt: unit.now,
    effectiveFrom,
  }
  const epochs = layEpochs(portfolios.files, [...layers, row], unit.now)
  if (!epochs.ok) {
    return refuse('invalidInput', {
      errors: epochs.error.map(({ file, path, message }) => ({
        elementKey: path === '' ? file : `${file}: ${path}`,
        message,
      })),
    })
  }
  if (request.mode === 'publish') await record(unit, row, baseVersion)
  return ok({
    kind,
    key,
    version,
    sha256: row.digest,
    activeFrom: isoInZone(effectiveFrom, zone),
    changes: contentChanges(newest?.content, content),
  })
}

async function record(unit: UnitOfWork, row: PortfolioVersion, baseVersion: number): Promise<void> {
  const { portfolioId, kind, key, version, digest, author, effectiveFrom } = row
  await insertVersion(unit.tx, row)
  await appendAudit(unit.tx, {
    portfolioId,
    subject: 'portfolio',
    action: 'versionPublished',
    actor: author,
    facts: { kind, key, version, baseVersion, digest, effectiveFrom: effectiveFrom.toISOString() },
    at: unit.now,
  })
}

/** Versions of a portfolio's data; for one version also its content and what it changed. */
export async function listPortfolioVersions(
  { portfolios, database: { db }, clock }: Pick<Deps, 'portfolios' | 'database' | 'clock'>,
  { portfolioId, kind, key, version }: CallRequest<typeof listVersionCall>['query'],
): Promise<Result<Listed>> {
  const zone = portfolios.byId(portfolioId)?.portfolio.timeZone
  if (zone === undefined) return refuse('notFound')
  const now = clock.now()
  const begun = (await listPublishedFrom(db, now)).filter(({ effectiveFrom }) => effectiveFrom <= now)
  const view = (head: VersionHead): Listed['versions'][number] => {
    const item = { portfolioId, kind: head.kind as VersionedKind, key: head.key }
    return {
      kind: item.kind,
      key: head.key,
      version: head.version,
      sha256: head.digest,
      origin: head.origin,
      author: head.author,
      note: head.note,
      recordedAt: isoInZone(head.publishedAt, zone),
      activeFrom: isoInZone(head.effectiveFrom, zone),
      inEffect: newestOf(portfolios.files, begun, item)?.version === head.version,
    }
  }
  const asked = {
    portfolioId,
    ...(kind === undefined ? {} : { kind }),
    ...(key === undefined ? {} : { key }),
  }
  const heads = await listVersions(db, asked, MOST_LISTED)
  if (version === undefined) return ok({ versions: heads.map(view), detail: null })
  if (kind === undefined || key === undefined) return wrong('version', 'Name kind and key with a version.')
  const item = { portfolioId, kind, key }
  const found = await findVersion(db, item, version)
  if (found === undefined) return refuse('notFound')
  const before = heads.find((head) => head.version < version)
  const previous = before && (await findVersion(db, item, before.version))
  const { content, ...head } = found
  return ok({
    versions: [view(head)],
    detail: { content: content as Content, changes: contentChanges(previous?.content, content) },
  })
}
