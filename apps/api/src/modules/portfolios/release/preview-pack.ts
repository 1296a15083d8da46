import { Readable } from 'node:stream'
import type { CallRequest } from '@dolphin/contract/call'
import type { previewPortfolioCall } from '@dolphin/contract/portfolios-staff'
import { findRelease } from '@dolphin/database/portfolios/portfolio-release-repository'
import { lenderValues } from '@dolphin/domain/notices/lender-values'
import { fillPlaceholders } from '@dolphin/domain/notices/placeholder'
import { ok } from '@dolphin/domain/outcome'
import { LOCALES } from '@dolphin/domain/portfolios/localized'
import { type ArchiveFile, zipStream } from '@dolphin/integrations/archive/zip-stream'
import { type Result, refuse } from '../../../refusal.ts'
import type { FileReply } from '../../../http/route.ts'
import { mailShell } from '../mail-shell.ts'
import type { PortfolioEntry } from '../../../ports/portfolio-catalog.ts'
import { jsonFile, textFile } from '@dolphin/integrations/archive/table-files'
import { type Checked, checkFiles } from './check-service.ts'
import { type PreviewHead, previewPage, textPage } from './preview-page.ts'
import type { SentFiles } from './release-judge.ts'
import { sampleNotice } from './sample-documents.ts'
import type { Deps } from '../../../deps.ts'

type Body = CallRequest<typeof previewPortfolioCall>['body']

/**
 * A portfolio as it would look and read, in one ZIP to open from a disk: its theme in both color schemes, every
 * notice and consent in both languages, an agreement of each product, the findings of the check, and the files
 * themselves with the hash that the confirming employee enters again. Made from a folder, or from a release as it
 * was entered. No page that the public can reach shows any of it. Errors: `notFound`; `invalidInput` where the data
 * do not hold together.
 */
export async function makePreview(
  deps: Deps,
  { portfolioId, files, releaseNo }: Body,
  now: Date,
): Promise<Result<FileReply>> {
  const release =
    releaseNo === undefined
      ? undefined
      : await findRelease(deps.database.db, { portfolioId, number: releaseNo })
  if (releaseNo !== undefined && release === undefined) return refuse('notFound')
  const stored = Object.entries(release?.files ?? {}).map(([file, content]) => ({ file, content }))
  const shown = release === undefined ? (files ?? []) : (stored as SentFiles)
  const checked = await checkFiles(deps, portfolioId, shown, now)
  const { entry, report } = checked
  if (entry === undefined) {
    const errors = report.findings.map(({ file, path, message }) => ({
      elementKey: path === '' ? file : `${file}: ${path}`,
      message,
    }))
    return refuse('invalidInput', { errors })
  }
  const head: PreviewHead = { portfolioId, releaseNo, sha256: release?.digest, enteredBy: release?.enteredBy }
  return ok({
    fileName: `preview-${portfolioId}${releaseNo === undefined ? '' : `-release-${releaseNo}`}.zip`,
    contentType: 'application/zip',
    bytes: Readable.from(zipStream(packed(head, entry, checked, shown), now)),
  })
}

async function* packed(
  head: PreviewHead,
  entry: PortfolioEntry,
  { report, agreements }: Checked,
  files: SentFiles,
): AsyncGenerator<ArchiveFile> {
  yield textFile('index.html', previewPage(head, entry, report))
  yield jsonFile('check.json', report)
  for (const [name, svg] of entry.pictures) yield textFile(`${name}.svg`, svg)
  for (const { productCode, pdf } of agreements) yield { name: `agreements/${productCode}.pdf`, bytes: pdf }
  for (const locale of LOCALES) {
    for (const notice of entry.notices) {
      const { subject, html } = sampleNotice(entry, notice, locale)
      yield textFile(
        `notices/${notice.kind}.${locale}.html`,
        mailShell(entry.portfolio, locale, subject, html),
      )
    }
    const values: Readonly<Record<string, string>> = lenderValues(entry.portfolio.lender, locale)
    for (const { kind, title, summary, text } of entry.consents) {
      const whole = `${summary[locale]}\n\n${text[locale]}`
      const words = fillPlaceholders(whole, (name) => values[name] ?? `{${name}}`)
      yield textFile(`consents/${kind}.${locale}.html`, textPage(locale, title[locale], words))
    }
  }
  for (const { file, content } of files) yield jsonFile(`files/${file}`, content)
}
