import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { main, PROJECT_ROOT, say } from './setup/step.mjs'

const HELP = `npm run sbom -- [file]: what the product is made of, as CycloneDX 1.5 (JSON): every package that runs in
production, with version, license, digest and where it comes from, as the lockfile has them. Written to
apps/api/dist/sbom.cdx.json, or to the file given; keep it beside each build that is put into service.`

const DEFAULT_FILE = 'apps/api/dist/sbom.cdx.json'

const readJson = (path) => JSON.parse(readFileSync(join(PROJECT_ROOT, path), 'utf8'))

/** "sha512-<base64>" of the lockfile as CycloneDX has it. */
function hashesOf(integrity = '') {
  return [...integrity.matchAll(/sha512-(\S+)/g)].map(([, digest]) => ({
    alg: 'SHA-512',
    content: Buffer.from(digest, 'base64').toString('hex'),
  }))
}

/** Packages of old name theirs in a way that the lockfile does not read. */
function licenseOf(path, license) {
  const manifest = join(path, 'package.json')
  if (license !== undefined || !existsSync(join(PROJECT_ROOT, manifest))) return license
  return readJson(manifest).licenses?.[0]?.type
}

function componentOf([path, { version, integrity, license, resolved }]) {
  const licenseId = licenseOf(path, license)
  const fullName = path.split('node_modules/').at(-1)
  const [group, name] = fullName.startsWith('@') ? fullName.split('/') : [undefined, fullName]
  const purl = `pkg:npm/${fullName.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name,
    version,
    purl,
    hashes: hashesOf(integrity),
    licenses: licenseId === undefined ? [] : [{ expression: licenseId }],
    externalReferences: resolved === undefined ? [] : [{ type: 'distribution', url: resolved }],
  }
}

/**
 * From the lockfile itself: npm's own `npm sbom --omit dev` leaves out packages that development needs as well, and
 * without `--omit` it stops at the first package of development that asks for a release which is not the latest.
 */
function readBill() {
  const { name, version } = readJson('package.json')
  const { packages } = readJson('package-lock.json')
  const running = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true)
    .map(componentOf)
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': `pkg:npm/${name}@${version}`, name, version } },
    // The same release at two places of the tree is one package.
    components: [...new Map(running.map((component) => [component.purl, component])).values()],
  }
}

await main(async () => {
  const [target = DEFAULT_FILE] = process.argv.slice(2)
  if (target === '--help') return say(HELP)
  const bill = readBill()
  const file = resolve(PROJECT_ROOT, target)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(bill, undefined, 2)}\n`)
  say(`${bill.components.length} packages in ${target}`)
})
