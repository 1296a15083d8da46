import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PACKAGES = {
  pdfinfo: 'poppler-utils',
  pdftotext: 'poppler-utils',
  pdfsig: 'poppler-utils',
  openssl: 'openssl',
}
export type OutsideTool = keyof typeof PACKAGES

export type ToolAnswer = { readonly ok: boolean; readonly output: string }

/**
 * Runs a program of others on files of ours, so that a document is judged by somebody else's code. A missing
 * program is a failed test with the way to get it, never a skipped one. `{name}` in an argument is the path
 * of the file of that name.
 */
export function runTool(
  tool: OutsideTool,
  args: readonly string[],
  files: Readonly<Record<string, Uint8Array | string>>,
): ToolAnswer {
  const folder = mkdtempSync(join(tmpdir(), 'dolphin-tool-'))
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    const paths = args.map((arg) => arg.replace(/\{([\w.]+)\}/, (_, name: string) => join(folder, name)))
    const result = spawnSync(tool, paths, {
      encoding: 'utf8',
      timeout: 60_000,
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    })
    if (result.error !== undefined) {
      throw new Error(
        `${tool} is needed for this test: install ${PACKAGES[tool]} (Debian: apt-get install ${PACKAGES[tool]})`,
      )
    }
    return { ok: result.status === 0, output: `${result.stdout}${result.stderr}` }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
