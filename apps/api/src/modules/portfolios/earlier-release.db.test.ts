import { fileOfItem, itemOfFile } from '@dolphin/contract/shapes/versioned-item'
import { insertVersion } from '@dolphin/database/portfolios/portfolio-version-repository'
import { assert } from '@dolphin/domain/assert'
import { NOTICE_KINDS } from '@dolphin/domain/notices/notice-kind'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { openLivePortfolios } from './live-portfolios.ts'
import { digestOf } from './versioned-content.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const PORTFOLIO = 119
const NEWER_KINDS = ['changeFailed', 'confirmAgain', 'paymentMoved', 'refundMailed']

/** The files of 118 as a portfolio of its own, as they were before the newer kinds of notice existed. */
function filesOfThen(): readonly (readonly [file: string, content: unknown])[] {
  const files = Object.entries(api.deps.portfolios.files.get('118') ?? {})
  return files
    .filter(([file]) => !NEWER_KINDS.some((kind) => file === fileOfItem({ kind: 'notice', key: kind })))
    .map(([file, content]) => {
      const asOwn = { ...(content as Record<string, unknown>), portfolioId: PORTFOLIO }
      const hosts = { domainOfWeb: 'w.earlier.example', domainOfWap: 'm.earlier.example', hosts: [] }
      if (file === 'portfolio.json') return [file, { ...asOwn, ...hosts }]
      return [file, file === 'policy.json' ? asOwn : content]
    })
}

test('a release stored before a kind of notice existed opens, with the default words of that kind', async () => {
  const at = api.clock.now()
  for (const [file, content] of filesOfThen()) {
    const item = itemOfFile(file)
    assert(item !== undefined, 'a file of a portfolio')
    await insertVersion(api.database.db, {
      ...item,
      portfolioId: PORTFOLIO,
      version: 1,
      origin: 'published',
      content,
      digest: digestOf(content),
      author: 'Ada',
      note: 'first release',
      publishedAt: at,
      effectiveFrom: at,
    })
  }
  const live = await openLivePortfolios(api.deps)
  const entry = live.byId(PORTFOLIO)
  expect(entry?.defaultNotices.toSorted()).toEqual(NEWER_KINDS)
  expect(entry?.notices).toHaveLength(NOTICE_KINDS.length)
  // The brands shipped with their own words keep them.
  expect(live.byId(118)?.defaultNotices).toEqual([])
})
