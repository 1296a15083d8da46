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
import { z } from 'zod'
import { type Result, refuse } from '../../../refusal.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { approvalKind, type ApprovalRun, type CarriedOut } from '../../approvals/approval-kind.ts'
import { type Enterer, enterApproval } from '../../approvals/enter-approval.ts'
import { type ContentChange, contentChanges, contentDifferences } from '../content-changes.ts'
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
  readonly enterer: Enterer
  readonly now: Date
  readonly write: (work: (unit: UnitOfWork) => Promise<Result<Reply>>) => Promise<Result<Reply>>
}

/**
 * Enters a portfolio's files, or the way back from its last release; another employee confirms it. Everything is
 * checked, and nothing is written where anything is refused.
 *
 * Errors: `invalidInput` with one sentence for each refusal; `conflict` where nothing would change. Source: domain.md
 * §10, maker and checker differ.
 */
export const enterRelease = (deps: Deps, asked: AskedRelease): Promise<Result<Reply>> =>
  asked.body.act === 'publish' ? enterFiles(deps, asked) : enterWayBack(deps, asked)

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
  { body: { portfolioId, note }, enterer }: AskedRelease,
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
    enteredBy: enterer.by,
    enteredAt: unit.now,
    before: judged.before,
  }
  const number = await insertRelease(unit.tx, release)
  await audit(unit, { ...release, number }, 'portfolioEntered', enterer.by)
  const view = releaseView({ ...release, number, confirmedBy: null, confirmedAt: null, after: null })
  const approval = await enterApproval(deps, unit, enterer, {
    kind: 'release',
    permission: act === 'publish' ? 'draft.publish' : 'draft.rollBack',
    portfolioId,
    title: TITLES[act],
    subject: `Portfolio ${portfolioId}, release ${number}`,
    asEntered: [
      { label: 'Release', value: `${portfolioId}/${number}` },
      { label: 'Hash', value: release.digest },
      ...view.files.slice(0, MOST_FILES_NAMED).map((value) => ({ label: 'File', value })),
    ],
    note,
    request: { portfolioId, releaseNo: number },
  })
  return ok({ release: view, approval, changes: [...releaseChanges(judged)] })
}

const TITLES = { publish: 'Portfolio published', rollBack: 'Portfolio put back' } as const
const MOST_FILES_NAMED = 90

const releaseRequest = z.strictObject({ portfolioId: z.number(), releaseNo: z.number() })
type ReleaseRequest = z.output<typeof releaseRequest>

const RULE = 'Lender’s policy: what borrowers read, sign and pay by is put in effect by two people.'

/** A whole portfolio published or put back; judged anew when it is confirmed. */
export const releaseApproval = (deps: Deps) =>
  approvalKind<ReleaseRequest, true>({
    kind: 'release',
    rule: RULE,
    request: releaseRequest,
    prepare: (request, now) => tryFiles(deps, request, now),
    carryOut: (run) => carryOutRelease(deps, run),
    // Committed: the next request to this node uses it. The database notifies the other nodes.
    afterwards: () => deps.portfolios.refresh(),
  })

const sentFilesOf = ({ files }: PortfolioRelease): SentFiles =>
  Object.entries(files).map(([file, content]) => ({ file, content })) as SentFiles

/** What is published is tried whole, with its documents, before the transaction. */
async function tryFiles(
  deps: Deps,
  { portfolioId, releaseNo: number }: ReleaseRequest,
  now: Date,
): Promise<Result<true>> {
  const entered = await findRelease(deps.database.db, { portfolioId, number })
  assert(entered !== undefined, 'a release is never deleted')
  if (entered.act === 'rollBack') return ok(true)
  const { report } = await checkFiles(deps, portfolioId, sentFilesOf(entered), now)
  return report.sound ? ok(true) : findingsRefused(report.findings)
}

async function carryOutRelease(
  deps: Deps,
  { unit, request: { portfolioId, releaseNo: number }, by }: ApprovalRun<ReleaseRequest, true>,
): Promise<Result<CarriedOut>> {
  await lockVersions(unit.tx)
  const entered = await findRelease(unit.tx, { portfolioId, number })
  assert(entered !== undefined, 'a release is never deleted')
  if (entered.confirmedBy !== null) return refuse('conflict', { message: 'It is published already.' })
  const judged = await judgeFiles(deps, unit.tx, { portfolioId, files: sentFilesOf(entered), now: unit.now })
  const stale = changedSince(entered, judged)
  if (stale !== undefined) return refuse('conflict', { message: stale })
  if (!isSound(judged.findings)) return findingsRefused(judged.findings)
  await publish(unit, entered, judged, by)
  return ok({
    differences: contentDifferences(releaseChanges(judged)),
    effects: ['In effect at once on every node, for every borrower of this portfolio.'],
  })
}

async function publish(
  unit: UnitOfWork,
  entered: PortfolioRelease,
  judged: Judged,
  actor: string,
): Promise<void> {
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

/** File by file what a release changes; each path begins with the file. */
function releaseChanges({ rows, contentBefore }: Judged): readonly ContentChange[] {
  const changes = rows.flatMap((row) => {
    const file = fileOfRow(row)
    const before = contentBefore.get(file)
    const from = before === undefined ? 'new' : `${versionOf(before)}`
    if (before === undefined) return [{ path: file, before: null, after: `${from}, version ${row.version}` }]
    return contentChanges(before, row.content).map((one) => ({
      ...one,
      path: `${file}: ${one.path}`.slice(0, LONGEST_PATH),
    }))
  })
  return changes.slice(0, MOST_CHANGES)
}

const MOST_CHANGES = 500
const LONGEST_PATH = 300

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
