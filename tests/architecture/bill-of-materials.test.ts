import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runCommand } from '../../tools/assurance/run-command.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_ROOT } from './source-files.ts'

interface Component {
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly hashes: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses: readonly { readonly expression: string }[]
}

interface Bill {
  readonly bomFormat: string
  readonly specVersion: string
  readonly components: readonly Component[]
}

interface Manifest {
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

let folder: string
let bill: Bill

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dolphin-bill-'))
  const file = join(folder, 'sbom.cdx.json')
  const { code, output } = await runCommand('sbom.mjs', [file], AbortSignal.timeout(30_000))
  if (code !== 0) throw new Error(output)
  bill = JSON.parse(readFileSync(file, 'utf8')) as Bill
}, 30_000)
afterAll(() => rmSync(folder, { recursive: true }))

const fullName = ({ group, name }: Component): string => (group === undefined ? name : `${group}/${name}`)

const manifest = (path: string): Manifest =>
  JSON.parse(readFileSync(join(PROJECT_ROOT, path, 'package.json'), 'utf8')) as Manifest

/** Where Node finds a package that is asked for at a place: there, or further up. */
function placeOf(name: string, path: string): string {
  const place = join(path, 'node_modules', name)
  return path === '.' || existsSync(join(PROJECT_ROOT, place)) ? place : placeOf(name, dirname(path))
}

/** What the workspaces ask for in production, and what that asks for in turn, as it is installed. */
function installedForProduction(): ReadonlySet<string> {
  const found = new Set<string>()
  const walk = (path: string) => {
    for (const name of Object.keys(manifest(path).dependencies ?? {})) {
      const place = placeOf(name, path)
      const known = `${name}@${manifest(place).version}`
      if (name.startsWith('@dolphin/') || found.has(known)) continue
      found.add(known)
      walk(place)
    }
  }
  for (const parent of ['apps', 'packages'])
    for (const workspace of readdirSync(join(PROJECT_ROOT, parent))) walk(join(parent, workspace))
  return found
}

test('design/security.md T26: the bill of materials names every package that is installed for production, and none of development', () => {
  const named = new Set(bill.components.map((component) => `${fullName(component)}@${component.version}`))
  const installed = installedForProduction()
  expect([bill.bomFormat, bill.specVersion]).toEqual(['CycloneDX', '1.5'])
  expect(installed.size).toBeGreaterThan(100)
  expect([...installed].filter((one) => !named.has(one))).toEqual([])
  expect([...named].filter((one) => /^(vitest|typescript|knip|lighthouse)@/.test(one))).toEqual([])
})

test('T26: each has its package URL, its digest and a license, once', () => {
  expect(new Set(bill.components.map(({ purl }) => purl)).size).toBe(bill.components.length)
  for (const { purl, hashes } of bill.components) {
    expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+/)
    expect(hashes, purl).toMatchObject([
      { alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) },
    ])
  }
  const without = bill.components.filter(({ licenses }) => licenses.length !== 1)
  // Its manifest names none; the text of the MIT license lies beside it.
  expect(without.map(fullName)).toEqual(['png-js'])
})
