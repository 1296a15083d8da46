import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../nodes/server-node.ts'

/** The commands of one numbered section of docs/deploy.md. */
export interface PageStep {
  readonly title: string
  readonly commands: string
}

/** Reads the page, so that what it says and what is tested cannot part. */
export function pageSteps(): readonly PageStep[] {
  const page = readFileSync(join(PROJECT_ROOT, 'docs/deploy.md'), 'utf8')
  return page
    .split(/^## (?=\d)/m)
    .slice(1)
    .map((section) => {
      const [title = ''] = section.split('\n', 1)
      const blocks = [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block)
      return { title, commands: blocks.join('') }
    })
}
