import type { CallReply } from '@dolphin/contract/call'
import type { checkPortfolioCall } from '@dolphin/contract/portfolios-staff'
import type { PortfolioEntry } from '../../../ports/portfolio-catalog.ts'
import { themeFindings } from './brand-findings.ts'
import { type EntryReport, reportOn } from './entry-report.ts'
import { type Finding, inOrder, isSound } from './finding.ts'
import { judgeFiles, type SentFiles } from './release-judge.ts'
import type { Deps } from '../../../deps.ts'

type Report = CallReply<typeof checkPortfolioCall>

/** A portfolio's files, judged and tried. */
export interface Checked {
  readonly report: Report
  /** What they make; undefined where they do not hold together. */
  readonly entry: PortfolioEntry | undefined
  readonly agreements: EntryReport['agreements']
}

/**
 * Everything that speaks for or against publishing these files: schema, hosts, theme, texts, products against the
 * caps of their states, agreements, and the policy on sample applicants. Reads only.
 */
export async function checkFiles(
  deps: Deps,
  portfolioId: number,
  files: SentFiles,
  now: Date,
): Promise<Checked> {
  const { db } = deps.database
  const { findings: problems, catalog } = await judgeFiles(deps, db, { portfolioId, files, now })
  const brand = files.find(({ file }) => file === 'portfolio.json')?.content
  const colors = themeFindings(portfolioId, (brand as { theme?: unknown } | undefined)?.theme)
  const entry = catalog?.byId(portfolioId)
  const tried = entry && (await reportOn(deps, entry, catalog?.all ?? [], now))
  // The schema says the same of a faint color without the one that would pass.
  const reported = problems.filter(({ message }) => !message.includes('is too faint on a white page'))
  const findings: Finding[] = inOrder([...reported, ...colors, ...(tried?.findings ?? [])])
  return {
    report: {
      portfolioId,
      sound: isSound(findings) && entry !== undefined,
      findings,
      applicants: tried?.applicants ?? [],
      plans: tried?.plans ?? [],
    },
    entry,
    agreements: tried?.agreements ?? [],
  }
}
