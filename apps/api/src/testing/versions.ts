import { listVersionCall, publishVersionCall } from '@dolphin/contract/portfolios-staff'
import type { VersionedKind } from '@dolphin/contract/shapes/versioned-item'
import { withColleague } from './confirmations.ts'
import type { TestClient } from './test-client.ts'

export interface TestItem {
  readonly portfolioId?: number
  readonly kind: VersionedKind
  readonly key: string
}

type Content = Record<string, unknown>

/** The newest version of an item, as an employee reads it before editing. */
export async function newestVersion(
  employee: TestClient,
  { portfolioId = 118, kind, key }: TestItem,
): Promise<{ readonly version: number; readonly content: Content }> {
  const query = { portfolioId, kind, key }
  const { versions } = await employee.ask(listVersionCall, { query })
  const version = versions[0]?.version ?? 0
  const { detail } = await employee.ask(listVersionCall, { query: { ...query, version } })
  return { version, content: detail?.content as Content }
}

/** Edits the newest version of an item and enters it; a colleague confirms it. Answers the first refusal, or the entry. */
export async function publishEdit(
  employee: TestClient,
  item: TestItem,
  edit: (content: Content) => Content,
  more: { readonly baseVersion?: number; readonly activeFrom?: string; readonly mode?: 'check' } = {},
) {
  const { version, content } = await newestVersion(employee, item)
  const body = {
    portfolioId: item.portfolioId ?? 118,
    kind: item.kind,
    key: item.key,
    baseVersion: version,
    content: edit(content),
    note: 'changed in a test',
    mode: 'publish' as const,
    ...more,
  }
  return await withColleague(employee, await employee.call(publishVersionCall, { body }))
}
