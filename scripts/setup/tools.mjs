import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { capture, run, say, SetupError } from './step.mjs'

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
let packageListsAreFresh = false

async function findOnPath(names) {
  for (const name of names) {
    const { code, output } = await capture('sh', ['-c', `command -v ${name}`])
    if (code === 0) return output.trim()
  }
  return undefined
}

const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

async function aptInstall(debianPackage) {
  const quiet = {
    // Run level 1: servers that come with a package are not started; the tests start their own.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  }
  if (!packageListsAreFresh) packageListsAreFresh = (await run('apt-get', ['update', '-qq'], quiet)) === 0
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], quiet)
}

async function obtain({ what, find, debianPackage, otherwise }) {
  const found = await find()
  if (found) return found
  if (canInstall()) {
    say(`  ${what} is missing: installing Debian's ${debianPackage}`)
    await aptInstall(debianPackage)
    const installed = await find()
    if (installed) return installed
  }
  throw new SetupError(`${what} is needed by the tests and was not found. ${otherwise}`)
}

function playwrightsOwnBrowser() {
  const { chromium } = createRequire(import.meta.url)('@playwright/test')
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : undefined
}

/** A Chromium to drive: `CHROMIUM`, an installed one, Playwright's own, or Debian's package. */
export function obtainBrowser() {
  return obtain({
    what: 'Chromium',
    find: async () => process.env.CHROMIUM ?? (await findOnPath(BROWSERS)) ?? playwrightsOwnBrowser(),
    debianPackage: 'chromium',
    otherwise:
      'Install Chrome or Chromium, or run: npx playwright install chromium; or set CHROMIUM=/path/to/it',
  })
}

/** poppler's pdfsig, the first of the two independent verifiers of signed PDFs. */
export function obtainPdfsig() {
  return obtain({
    what: 'pdfsig',
    find: () => findOnPath(['pdfsig']),
    debianPackage: 'poppler-utils',
    otherwise: 'Install poppler (Debian: apt-get install poppler-utils; macOS: brew install poppler).',
  })
}

/** OpenSSL, the second: it checks the signature over the signed bytes without knowing PDF. */
export function obtainOpenssl() {
  return obtain({
    what: 'openssl',
    find: () => findOnPath(['openssl']),
    debianPackage: 'openssl',
    otherwise: 'Install OpenSSL 3 (Debian: apt-get install openssl).',
  })
}

/** The balancer that the tests of many nodes put in front of them. */
export function obtainHaproxy() {
  return obtain({
    what: 'HAProxy',
    find: async () => (await findOnPath(['haproxy'])) ?? existing('/usr/sbin/haproxy'),
    debianPackage: 'haproxy',
    otherwise: 'Install it (Debian: apt-get install haproxy; macOS: brew install haproxy).',
  })
}

/** OpenSSH's server, in place of a bank's. */
export function obtainSshd() {
  return obtain({
    what: 'sshd',
    // It starts only by its whole path.
    find: async () => existing('/usr/sbin/sshd') ?? (await findOnPath(['sshd'])),
    debianPackage: 'openssh-server',
    otherwise: 'Install OpenSSH (Debian: apt-get install openssh-server).',
  })
}

/** The pooler that stands between nodes and PostgreSQL. */
export function obtainPgbouncer() {
  return obtain({
    what: 'PgBouncer',
    find: async () => (await findOnPath(['pgbouncer'])) ?? existing('/usr/sbin/pgbouncer'),
    debianPackage: 'pgbouncer',
    otherwise: 'Install it (Debian: apt-get install pgbouncer; macOS: brew install pgbouncer).',
  })
}

/** The library that gives a process another time: production has no clock that a test could move. */
export function obtainFaketime() {
  return obtain({
    what: 'libfaketime',
    find: async () => {
      const { output } = await capture('sh', ['-c', 'ls /usr/lib/*/faketime/libfaketime.so.1 2>/dev/null'])
      return output
        .trim()
        .split('\n')
        .find((line) => line.startsWith('/'))
    },
    debianPackage: 'libfaketime',
    otherwise: 'Install it (Debian: apt-get install libfaketime).',
  })
}

/** Prometheus' own checker of alert rules. */
export function obtainPromtool() {
  return obtain({
    what: 'promtool',
    find: () => findOnPath(['promtool']),
    debianPackage: 'prometheus',
    otherwise: 'Install Prometheus (Debian: apt-get install prometheus; macOS: brew install prometheus).',
  })
}

/** The Prometheus that scrapes nodes of tests with the shipped files. */
export function obtainPrometheus() {
  return obtain({
    what: 'Prometheus',
    find: () => findOnPath(['prometheus']),
    debianPackage: 'prometheus',
    otherwise: 'Install it (Debian: apt-get install prometheus; macOS: brew install prometheus).',
  })
}

const existing = (path) => (existsSync(path) ? path : undefined)

async function findPostgresServer() {
  const { output } = await capture('sh', [
    '-c',
    'ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null | sort -V | tail -n 1; command -v initdb',
  ])
  return output
    .trim()
    .split('\n')
    .find((line) => line.startsWith('/'))
}

/** A PostgreSQL server's binaries; not asked for when `TEST_DATABASE_URL` names a running server. */
export function obtainPostgres() {
  return obtain({
    what: 'PostgreSQL 15 or newer',
    find: findPostgresServer,
    debianPackage: 'postgresql',
    otherwise:
      'Install it (Debian: apt-get install postgresql), or set TEST_DATABASE_URL=postgres://… to a server where databases may be created.',
  })
}

/** The first line a program prints about its version. */
export async function versionOf(command, argument = '--version') {
  const { output } = await capture(command, [argument])
  return output.trim().split('\n')[0] ?? 'unknown'
}
