import type { DataProblem, PortfolioFiles } from '@dolphin/contract/portfolio/portfolio-data'
import { ok, type Outcome, refused } from '@dolphin/domain/outcome'
import { z } from 'zod'

const LONGEST = 20_000
/** What drawing takes, and nothing that runs, loads or links. */
const ELEMENTS = new Set(
  'svg g title desc defs path circle ellipse rect line polyline polygon linearGradient radialGradient stop clipPath mask text'.split(
    ' ',
  ),
)
const TAG = /<\/?([^\s/>]*)([^>]*)>/gu
const FORBIDDEN =
  /\son|\bhref\b|\bstyle\b|url\(\s*['"]?(?!#)|javascript:|data:|&(?!amp;|lt;|gt;|quot;|#39;)/iu

const pictureContent = z.strictObject({
  version: z.int().min(1).optional(),
  svg: z
    .string()
    .max(LONGEST, `must be at most ${LONGEST} characters`)
    .startsWith('<svg ', 'must begin with <svg')
    .superRefine((svg, context) => {
      for (const [, name = '', attributes = ''] of svg.matchAll(TAG)) {
        if (!ELEMENTS.has(name)) context.addIssue({ code: 'custom', message: `may not hold <${name}>` })
        if (FORBIDDEN.test(attributes))
          context.addIssue({ code: 'custom', message: `<${name}> may not run, load or link anything` })
      }
    }),
})

/**
 * The published pictures of a portfolio by their names. A picture is drawn by the browser under the lender's own
 * name, so it may only draw. Source: design/security.md T13, T14.
 */
export function checkPictures(
  id: string,
  files: PortfolioFiles,
): Outcome<ReadonlyMap<string, string>, readonly DataProblem[]> {
  const pictures = new Map<string, string>()
  const problems: DataProblem[] = []
  for (const [file, content] of Object.entries(files).filter(([name]) => name.endsWith('.svg'))) {
    const parsed = pictureContent.safeParse(content)
    if (parsed.success) pictures.set(file.replace(/\.svg$/u, ''), parsed.data.svg)
    else
      for (const { path, message } of parsed.error.issues)
        problems.push({ file: `${id}/${file}`, path: path.map(String).join('.'), message })
  }
  return problems.length === 0 ? ok(pictures) : refused(problems)
}
