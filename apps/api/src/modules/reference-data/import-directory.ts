import type { CallReply } from '@dolphin/contract/call'
import { importBankDirectoryCall, listBankDirectoryCall } from '@dolphin/contract/reference-data'
import type { Executor } from '@dolphin/database/driver/executor'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  listDirectoryBanks,
  listDirectoryVersions,
  lockDirectory,
  storeDirectory,
} from '@dolphin/database/reference-data/bank-directory-repository'
import { WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import type { Difference } from '@dolphin/domain/approvals/canonical-act'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import {
  type DirectoryBank,
  type DirectoryChanges,
  directoryChanges,
} from '@dolphin/domain/payments/bank-directory'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { readBankDirectory } from '@dolphin/integrations/bank-directory/read-directory'
import { contentKey, sha256Hex } from '@dolphin/integrations/objects/object-key'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { answeredBefore } from '../../http/once-by-key.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { approvalKind } from '../approvals/approval-kind.ts'
import { type Enterer, enterApproval, entererOf } from '../approvals/enter-approval.ts'

const RULE = 'Lender’s policy: the directory that payments are sent by is replaced by two people.'
const NO_FILE = { elementKey: 'file', message: 'Add the directory file.' }
/** Changes that an approval shows one by one; the others are counted. */
const MOST_SHOWN = 200

const directoryRequest = z.strictObject({ fileName: z.string(), sha256: z.string(), objectKey: z.string() })
type DirectoryRequest = z.output<typeof directoryRequest>
type Reply = CallReply<typeof importBankDirectoryCall>

/** The Federal Reserve's directory: imports, and what they were. */
export function bankDirectoryRoutes(deps: Deps): RouteDefinition[] {
  return [
    operationsRoute(listBankDirectoryCall, async () => {
      const versions = await listDirectoryVersions(deps.database.db)
      return ok({
        versions: versions.map((one) => ({ ...one, importedAt: isoInZone(one.importedAt, NEW_YORK) })),
      })
    }),
    operationsRoute(importBankDirectoryCall, async ({ body, actor, upload, write }) => {
      const earlier = await answeredBefore(write)
      if (earlier !== undefined) return earlier
      if (upload === undefined) return refuse('importRefused', { errors: [NO_FILE] })
      const { fileName, bytes } = upload
      const read = readFile(bytes)
      if (!read.ok) return read
      const changes = directoryChanges(await listDirectoryBanks(deps.database.db), read.value)
      const figures = { sha256: sha256Hex(bytes), banks: read.value.length, ...countsOf(changes) }
      if (body.mode === 'check') return await write(async () => ok<Reply>({ ...figures, approval: null }))
      const objectKey = contentKey('bank-directory', bytes, 'txt')
      await deps.objects.put(objectKey, bytes)
      const request = { fileName, sha256: figures.sha256, objectKey }
      return await write((unit) =>
        enterDirectory(deps, unit, { request, figures, enterer: entererOf(actor) }),
      )
    }),
  ]
}

function readFile(bytes: Uint8Array): Result<DirectoryBank[]> {
  const read = readBankDirectory(bytes)
  if (read.ok) return read
  const errors = read.error.map(({ line, problem }) => ({ elementKey: `line ${line}`, message: problem }))
  return refuse('importRefused', { errors })
}

const countsOf = ({ added, changed, removed }: DirectoryChanges) => ({
  added: added.length,
  changed: changed.length,
  removed: removed.length,
})

interface EnteredDirectory {
  readonly request: DirectoryRequest
  readonly figures: Omit<Reply, 'approval'>
  readonly enterer: Enterer
}

async function enterDirectory(
  deps: Deps,
  unit: UnitOfWork,
  { request, figures, enterer }: EnteredDirectory,
): Promise<Result<Reply>> {
  const approval = await enterApproval(deps, unit, enterer, {
    kind: 'bankDirectory',
    permission: 'bankDirectory.import',
    portfolioId: null,
    title: `Directory of ${figures.banks} banks`,
    subject: 'Bank directory',
    asEntered: [
      { label: 'File', value: request.fileName },
      { label: 'SHA-256', value: request.sha256 },
    ],
    note: '',
    request,
  })
  return ok({ ...figures, approval })
}

/** A newer directory in place of the one before. */
export const bankDirectoryApproval = (deps: Deps) =>
  approvalKind<DirectoryRequest, DirectoryBank[]>({
    kind: 'bankDirectory',
    rule: RULE,
    request: directoryRequest,
    prepare: (request) => readKept(deps, request),
    // A rehearsal compares and stores nothing: there are many thousand banks.
    async carryOut({ unit, request, by, approval, prepared }) {
      const read = prepared === undefined ? await readKept(deps, request) : ok(prepared)
      if (!read.ok) return read
      const after = read.value
      if (prepared !== undefined) await lockDirectory(unit.tx)
      const before = await listDirectoryBanks(unit.tx)
      const changes = directoryChanges(before, after)
      const { enteredBy } = approval
      if (prepared !== undefined) await store(unit, changes, { request, banks: after.length, enteredBy, by })
      return ok({
        differences: differencesOf(before, after, changes),
        effects: [
          'Forms name the bank of a routing number by it, and refuse an account at a bank that takes no ACH.',
        ],
      })
    },
  })

async function readKept(
  { objects }: Deps,
  { objectKey }: DirectoryRequest,
): Promise<Result<DirectoryBank[]>> {
  const bytes = await objects.get(objectKey)
  assert(bytes !== undefined, 'an entered file is kept')
  return readFile(bytes)
}

interface Confirmed {
  readonly request: DirectoryRequest
  readonly banks: number
  readonly enteredBy: string
  readonly by: string
}

async function store(
  unit: UnitOfWork,
  changes: DirectoryChanges,
  { request: { fileName, sha256 }, banks, enteredBy, by }: Confirmed,
): Promise<void> {
  const counts = countsOf(changes)
  await storeDirectory(unit.tx, changes, {
    version: await nextVersion(unit.tx),
    fileName,
    sha256,
    banks,
    ...counts,
    enteredBy,
    confirmedBy: by,
    importedAt: unit.now,
  })
  await appendAudit(unit.tx, {
    portfolioId: WHOLE_SERVER,
    subject: 'bank directory',
    action: 'bankDirectoryImported',
    actor: by,
    facts: { fileName, sha256, banks, ...counts, enteredBy },
    at: unit.now,
  })
}

const nextVersion = async (executor: Executor): Promise<number> =>
  ((await listDirectoryVersions(executor))[0]?.version ?? 0) + 1

function differencesOf(
  before: readonly DirectoryBank[],
  after: readonly DirectoryBank[],
  { added, changed, removed }: DirectoryChanges,
): Difference[] {
  const counted = { label: 'Banks', before: String(before.length), after: String(after.length), change: null }
  const rows = [
    ...changed.map(({ before: old, after: bank }) => row(bank.routingNumber, textOf(old), textOf(bank))),
    ...removed.map((bank) => row(bank.routingNumber, textOf(bank), 'not in the directory')),
    ...added.map((bank) => row(bank.routingNumber, 'not in the directory', textOf(bank))),
  ]
  const more = rows.length - MOST_SHOWN
  const others = more > 0 ? [row('Other changes', '', `${more} more`)] : []
  return [counted, ...rows.slice(0, MOST_SHOWN), ...others]
}

const row = (label: string, before: string, after: string): Difference => ({
  label,
  before,
  after,
  change: null,
})

function textOf({ bankName, city, state, takesAch, newRoutingNumber }: DirectoryBank): string {
  const ach = takesAch ? '' : ', no ACH'
  return `${bankName}, ${city} ${state}${ach}${newRoutingNumber === null ? '' : `, now ${newRoutingNumber}`}`
}
