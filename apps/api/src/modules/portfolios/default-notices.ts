import type { PortfolioFiles } from '@dolphin/contract/portfolio/portfolio-data'
import { NOTICE_KINDS, type NoticeKind } from '@dolphin/domain/notices/notice-kind'
import shipped from './default-notices.json' with { type: 'json' }

const FOLDER = 'notices/'

/** The kinds of notice for which a portfolio's files have no words: published before these kinds existed. */
export function kindsWithoutWords(files: PortfolioFiles): readonly NoticeKind[] {
  const written = Object.entries(files).flatMap(([file, content]) =>
    file.startsWith(FOLDER) ? [(content as { kind?: unknown } | null)?.kind] : [],
  )
  return NOTICE_KINDS.filter((kind) => !written.includes(kind))
}

/** The files with the words that the product ships for these kinds. */
export function withDefaultNotices(files: PortfolioFiles, kinds: readonly NoticeKind[]): PortfolioFiles {
  const words = shipped.filter(({ kind }) => kinds.some((one) => one === kind))
  return {
    ...Object.fromEntries(words.map((template) => [`${FOLDER}${template.kind}.json`, template])),
    ...files,
  }
}
