import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs a program of others over files that stand only while it runs; `{name}` in an argument is the file's path. */
async function over(
  program: string,
  args: readonly string[],
  files: Readonly<Record<string, Uint8Array>>,
): Promise<{ ok: boolean; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'dolphin-verify-'))
  try {
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
    const paths = args.map((arg) => arg.replace(/^\{(.+)\}$/, (_, name: string) => join(folder, name)))
    const { stdout, stderr } = await run(program, paths)
    return { ok: true, output: stdout + stderr }
  } catch (error) {
    // A program that is not there answers nothing: that is no verdict.
    const isVerdict =
      error instanceof Error && 'stdout' in error && 'code' in error && error.code !== 'ENOENT'
    if (isVerdict) return { ok: false, output: String(error.stdout) }
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The words of a PDF, as poppler reads them. */
export async function pdfText(pdf: Uint8Array): Promise<string> {
  return (await over('pdftotext', ['{a.pdf}', '-'], { 'a.pdf': pdf })).output
}

/** poppler's verdict: one signature, valid, over the whole file. Appended bytes leave it valid but not total. */
export async function pdfsigAccepts(pdf: Uint8Array): Promise<boolean> {
  const { output } = await over('pdfsig', ['-nocert', '{a.pdf}'], { 'a.pdf': pdf })
  const signatures = output.match(/^Signature #/gm)?.length
  return signatures === 1 && output.includes('Signature is Valid') && output.includes('Total document signed')
}

/** OpenSSL's verdict over the bytes that /ByteRange names, which must reach the end of the file. */
export async function opensslAccepts(pdf: Uint8Array, trustedPem: string): Promise<boolean> {
  const file = Buffer.from(pdf)
  const range = /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/.exec(file.toString('latin1'))
  const [start = 0, end = 0, rest = 0] = (range ?? []).slice(1).map(Number)
  if (range === null || end + rest !== file.length) return false
  const files = {
    'signature.der': Buffer.from(file.subarray(start + 1, end - 1).toString('latin1'), 'hex'),
    'data.bin': Buffer.concat([file.subarray(0, start), file.subarray(end)]),
    'trusted.pem': Buffer.from(trustedPem),
  }
  const verify = [
    'cms',
    '-verify',
    '-binary',
    '-inform',
    'DER',
    '-cades',
    '-purpose',
    'any',
    '-out',
    '/dev/null',
  ]
  const inputs = ['-in', '{signature.der}', '-content', '{data.bin}', '-CAfile', '{trusted.pem}']
  return (await over('openssl', [...verify, ...inputs], files)).ok
}
