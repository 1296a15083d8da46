import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import { ok } from '@dolphin/domain/outcome'
import { type Cell, csvFile } from '@dolphin/integrations/archive/table-files'
import type { Result } from '../refusal.ts'
import type { UnitsOfWork } from '../unit-of-work.ts'
import { actorName, type EmployeeActor } from './actor.ts'
import type { FileReply } from './route.ts'

/** Most rows of one table; who needs more narrows the filter. */
export const MOST_ROWS = 1_000

/** A list as its call answers it, a page at a time. */
interface PagedRows<Row> {
  readonly rows: readonly Row[]
  readonly after: string | null
}

/** A list that leaves as a table, and who asks for it. */
interface ListTable<Row> {
  /** Names the file, and the list in the audit. */
  readonly list: string
  readonly columns: readonly (readonly [heading: string, cell: (row: Row) => Cell])[]
  readonly read: (after: string | undefined) => Promise<PagedRows<Row>>
  readonly filter: { readonly portfolioId?: number | undefined }
  readonly actor: EmployeeActor
  readonly now: Date
}

/**
 * A list as CSV, in its own order, up to MOST_ROWS; a last line says where more is left out. Who took which list, with
 * which filter and how many rows, is in the audit. Source: docs/design/console.md, Screens.
 */
export async function listFile<Row>(
  { units }: { readonly units: UnitsOfWork },
  { list, columns, read, filter, actor, now }: ListTable<Row>,
): Promise<Result<FileReply>> {
  const found: Row[] = []
  let after: string | null | undefined
  do {
    const page: PagedRows<Row> = await read(after ?? undefined)
    found.push(...page.rows)
    after = page.after
  } while (after !== null && found.length < MOST_ROWS)
  const rows = found.slice(0, MOST_ROWS)
  const isCut = after !== null || found.length > MOST_ROWS
  const lines = rows.map((row) => columns.map(([, cell]) => cell(row)))
  const day = now.toISOString().slice(0, 10)
  const { name, bytes } = csvFile(
    `${list}-${day}.csv`,
    columns.map(([heading]) => heading),
    [...lines, ...(isCut ? [[`The first ${MOST_ROWS} rows alone; narrow the filter for the others.`]] : [])],
  )
  return await units.write(async (unit) => {
    await appendAudit(unit.tx, {
      portfolioId: filter.portfolioId ?? WHOLE_SERVER,
      subject: `list/${list}`,
      action: 'listExported',
      actor: actorName(actor),
      facts: { filter, rows: rows.length, isCut },
      at: unit.now,
    })
    return ok({ fileName: name, contentType: 'text/csv; charset=utf-8', bytes })
  })
}
