import type { Owner } from '@dolphin/database/driver/owner'
import { documentLender } from '@dolphin/domain/documents/party'
import { personalCopyDocument } from '@dolphin/domain/documents/personal-copy-document'
import { ok } from '@dolphin/domain/outcome'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import { dateIn, isoInZone } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import type { FileReply } from '../../http/route.ts'
import { type Result, refuse } from '../../refusal.ts'
import { type CopyDeps, personalCopy } from './personal-copy.ts'

/** Not that of an envelope: no client takes the file for the answer of a call. */
const JSON_TYPE = 'application/vnd.dolphin.personal-copy+json'

/** Named in each copy; raised when its parts change. */
const COPY_FORMAT = 'dolphin-personal-copy/1'

interface Wanted {
  readonly format: 'json' | 'pdf'
  readonly language: Locale
  readonly now: Date
}

/** The copy of a customer's data as a file. Errors: `notFound` where there is no such customer. */
export async function copyFile(
  deps: CopyDeps & Pick<Deps, 'documents'>,
  owner: Owner,
  { format, language, now }: Wanted,
): Promise<Result<FileReply>> {
  const copy = await personalCopy(deps, owner)
  const data = deps.portfolios.byId(owner.portfolioId)
  if (copy === undefined || data === undefined) return refuse('notFound')
  const { lender, theme, timeZone } = data.portfolio
  if (format === 'json') {
    const madeAt = isoInZone(now, timeZone)
    const text = JSON.stringify({ format: COPY_FORMAT, madeAt, lender: lender.legalName, ...copy }, null, 2)
    return ok({ fileName: 'my-data.json', contentType: JSON_TYPE, bytes: Buffer.from(text) })
  }
  const model = personalCopyDocument(
    { ...copy, account: [copy.account] },
    { lender: documentLender(lender, theme.primaryColor), madeOn: dateIn(now, timeZone), language },
  )
  const { pdf } = await deps.documents.render(model, now)
  return ok({ fileName: 'my-data.pdf', contentType: 'application/pdf', bytes: pdf })
}
