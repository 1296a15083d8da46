import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { releasePortfolioCall } from '@dolphin/contract/portfolios-staff'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  confirmRelease,
  findRelease,
  insertRelease,
  type NewPortfolioRelease,
  type PortfolioRelease,
} from '@dolphin/database/portfolios/portfolio-release-repository'
import { insertVersion, lockVersions } from '@dolphin/database/portfolios/portfolio-version-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { type Result, refuse } from '../../../refusal.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { contentChanges } from '../content-changes.ts'
import { versionOf } from '@dolphin/contract/shapes/versioned-item'
import { digestOf } from '../versioned-content.ts'
import { checkFiles } from './check-service.ts'
import { type Finding, isSound } from './finding.ts'
import { fileOfRow, type Judged, judgeFiles, type SentFiles } from './release-judge.ts'
import { releaseView } from './release-view.ts'
import { wayBack } from './way-back.ts'
import type { Deps } from '../../../deps.ts'

type Body = CallRequest<typeof releasePortfolioCall>['body']
type Reply = CallReply<typeof releasePortfolioCall>

/** An employee's wish. */
export interface AskedRelease {
  readonly body: Body
  /** From actorName. */
  readonly actor: string
  readonly now: Date
  readonly write: (work: (unit: UnitOfWork) => Promise<Result<Reply>>) => Promise<Result<Reply>>
}

const MOST_CHANGES = 500

/**
 * Enters a portfolio's files, or the way back from its last release; or puts in effect what another employee
 * entered. Either time everything is checked, and nothing is written where anything is refused.
 *
 * Errors: `invalidInput` with one sentence for each refusal; `conflict` where the data changed since, nothing would
 * change, or another hash is said; `makerCheckerSame`; `notFound`. Source: domain.md §10, maker and checker differ.
 */
export function releasePortfolio(deps: Deps, asked: AskedRelease): Promise<Result<Reply>> {
  if (asked.body.act === 'confirm') return confirm(deps, asked)
  return asked.body.act === 'publish' ? enterFiles(deps, asked) : enterWayBack(deps, asked)
}

async function enterFiles(deps: Deps, asked: AskedRelease): Promise<Result<Reply>> {
  const { portfolioId, files = [] } = asked.body
  const { report } = await checkFiles(deps, portfolioId, files, asked.now)
  if (!report.sound) return findingsRefused(report.findings)
  return asked.write(async (unit) => {
    await lockVersions(unit.tx)
    return enter(deps, unit, asked, { act: 'publish', files })
  })
}

/** Older data were checked when they were published: only whether they fit what is in effect beside them counts. */
function enterWayBack(deps: Deps, asked: AskedRelease): Promise<Result<Reply>> {
  return asked.write(async (unit) => {
    await lockVersions(unit.tx)
    const back = await wayBack(deps, unit.tx, asked.body.portfolioId, asked.now)
    if (!back.ok) return refuse('conflict', { message: back.error })
    return enter(deps, unit, asked, { act: 'rollBack', files: back.value })
  })
}

async function enter(
  deps: Deps,
  unit: UnitOfWork,
  { body: { portfolioId, note }, actor }: AskedRelease,
  { act, files }: { readonly act: PortfolioRelease['act']; readonly files: SentFiles },
): Promise<Result<Reply>> {
  const judged = await judgeFiles(deps, unit.tx, { portfolioId, files, now: unit.now })
  if (!isSound(judged.findings)) return findingsRefused(judged.findings)
  if (judged.rows.length === 0)
    return refuse('conflict', { message: 'Nothing would change: these data are in effect already.' })
  const changed = filesOf(judged)
  const release: NewPortfolioRelease = {
    portfolioId,
    act,
    files: changed,
    digest: digestOf(changed),
    note,
    enteredBy: actor,
    enteredAt: unit.now,
    before: judged.before,
  }
  const number = await insertRelease(unit.tx, release)
  await audit(unit, { ...release, number }, 'portfolioEntered', actor)
  return ok(replyOf({ ...release, number, confirmedBy: null, confirmedAt: null, after: null }, judged))
}

async function confirm(deps: Deps, asked: AskedRelease): Promise<Result<Reply>> {
  const { portfolioId, releaseNo = 0, digest } = asked.body
  const key = { portfolioId, number: releaseNo }
  const entered = await findRelease(deps.database.db, key)
  if (entered === undefined) return refuse('notFound')
  if (entered.confirmedBy !== null) return refuse('conflict', { message: 'It is published already.' })
  if (entered.enteredBy === asked.actor) return refuse('makerCheckerSame')
  if (digest === undefined || !entered.digest.startsWith(digest)) {
    const message =
      'This is not the hash of what was entered. Look at the preview and say the hash that it shows.'
    return refuse('conflict', { message, errors: [{ elementKey: 'digest', message }] })
  }
  const files = Object.entries(entered.files).map(([file, content]) => ({ file, content })) as SentFiles
  if (entered.act === 'publish') {
    const { report } = await checkFiles(deps, portfolioId, files, asked.now)
    if (!report.sound) return findingsRefused(report.findings)
  }
  return asked.write(async (unit) => {
    await lockVersions(unit.tx)
    const judged = await judgeFiles(deps, unit.tx, { portfolioId, files, now: unit.now })
    const stale = changedSince(entered, judged)
    if (stale !== undefined) return refuse('conflict', { message: stale })
    if (!isSound(judged.findings)) return findingsRefused(judged.findings)
    return publish(unit, entered, judged, asked.actor)
  })
}

async function publish(
  unit: UnitOfWork,
  entered: PortfolioRelease,
  judged: Judged,
  actor: string,
): Promise<Result<Reply>> {
  const author = `${entered.enteredBy}, ${actor}`
  for (const row of judged.rows) await insertVersion(unit.tx, { ...row, author, note: entered.note })
  const after = {
    ...judged.before,
    ...Object.fromEntries(judged.rows.map((row) => [fileOfRow(row), row.version])),
  }
  const by = { confirmedBy: actor, confirmedAt: unit.now, after }
  assert(await confirmRelease(unit.tx, entered, by), 'the confirming employee holds the lock of the versions')
  const action = entered.act === 'publish' ? 'portfolioPublished' : 'portfolioRolledBack'
  await audit(unit, entered, action, actor)
  return ok(replyOf({ ...entered, ...by }, judged))
}

/** The first file that somebody published since the release was entered, as a sentence. */
function changedSince(entered: PortfolioRelease, judged: Judged): string | undefined {
  const moved = Object.keys(entered.files).find((file) => {
    const now = judged.before[file] ?? 0
    return (entered.before[file] ?? 0) !== now
  })
  return moved === undefined
    ? undefined
    : `Somebody published ${moved}@${judged.before[moved] ?? 0} since this was entered. Enter it again on top of that.`
}

const filesOf = ({ rows }: Judged): Record<string, unknown> =>
  Object.fromEntries(rows.map((row) => [fileOfRow(row), row.content]))

function replyOf(release: PortfolioRelease, { rows, contentBefore }: Judged): Reply {
  const changes = rows.flatMap((row) => {
    const file = fileOfRow(row)
    const before = contentBefore.get(file)
    const from = before === undefined ? 'new' : `${versionOf(before)}`
    if (before === undefined) return [{ path: file, before: null, after: `${from}, version ${row.version}` }]
    return contentChanges(before, row.content).map((one) => ({
      ...one,
      path: `${file}: ${one.path}`.slice(0, 300),
    }))
  })
  return { release: releaseView(release), changes: changes.slice(0, MOST_CHANGES) }
}

function findingsRefused(findings: readonly Finding[]): Result<never> {
  const errors = findings
    .filter(({ level }) => level === 'refused')
    .map(({ file, path, message }) => ({ elementKey: path === '' ? file : `${file}: ${path}`, message }))
  return refuse('invalidInput', { errors })
}

async function audit(
  unit: UnitOfWork,
  { portfolioId, number, act, files, digest, enteredBy }: NewPortfolioRelease & { readonly number: number },
  action: string,
  actor: string,
): Promise<void> {
  const facts = { releaseNo: number, act, files: Object.keys(files).length, digest, enteredBy }
  await appendAudit(unit.tx, { portfolioId, subject: 'portfolio', action, actor, facts, at: unit.now })
}
